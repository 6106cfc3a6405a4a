package junit_test

import (
	"encoding/xml"
	"fmt"
	"testing"

	"easim/energy/junit"
)

func ExampleEncode() {
	out, err := junit.Encode("a gate", []junit.Suite{{Name: "limits", Cases: []junit.Case{
		{Name: "energy"},
		{Name: "speed", Failure: &junit.Failure{Message: "3 % > 2 %", Type: "limit"}},
		{Name: "heat", Class: "board", Skipped: &junit.Skip{Message: "no sensor"}},
	}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(out))
	// Output:
	// <?xml version="1.0" encoding="UTF-8"?>
	// <testsuites name="a gate" tests="3" failures="1" skipped="1">
	//   <testsuite name="limits" tests="3" failures="1" skipped="1">
	//     <testcase classname="limits" name="energy"></testcase>
	//     <testcase classname="limits" name="speed">
	//       <failure message="3 % &gt; 2 %" type="limit"></failure>
	//     </testcase>
	//     <testcase classname="board" name="heat">
	//       <skipped message="no sensor"></skipped>
	//     </testcase>
	//   </testsuite>
	// </testsuites>
}

// Text that XML cannot hold as it stands comes back out of the file; what no XML
// may hold does not spoil it.
func TestEncodeAnyText(t *testing.T) {
	const text = "a < b & \"c\"\n]]> π"
	out, err := junit.Encode("x", []junit.Suite{{Name: text, Cases: []junit.Case{{
		Name: text + "\x01", Out: text, Failure: &junit.Failure{Message: text, Text: text},
	}}}})
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Suites []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Out     string `xml:"system-out"`
				Failure struct {
					Message string `xml:"message,attr"`
					Text    string `xml:",chardata"`
				} `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v in\n%s", err, out)
	}
	s := got.Suites[0]
	if c := s.Cases[0]; s.Name != text || c.Out != text || c.Failure.Message != text || c.Failure.Text != text {
		t.Errorf("%+v of\n%s", s, out)
	}
}

func TestEncodeNothing(t *testing.T) {
	out, err := junit.Encode("none", nil)
	const want = xml.Header + `<testsuites name="none" tests="0" failures="0" skipped="0"></testsuites>` + "\n"
	if err != nil || string(out) != want {
		t.Errorf("%q, %v", out, err)
	}
}
