package sweep

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"easim/eas"
)

// TestLineEncoder: results are written as package json writes them, whatever they
// hold. A new kind of field in [eas.Result] is found here.
func TestLineEncoder(t *testing.T) {
	e := newLineEncoder()
	rapid.Check(t, func(t *rapid.T) {
		var r eas.Result
		draw(t, reflect.ValueOf(&r).Elem(), 3)
		want, err := json.Marshal(&r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.result(nil, &r)
		if err != nil || string(got) != string(want) {
			t.Fatalf("%v\n got %s\nwant %s", err, got, want)
		}
	})
	r := eas.Result{Energy: eas.Energy{Total: math.NaN()}}
	if _, err := e.result(nil, &r); err == nil {
		t.Errorf("NaN was written")
	}
}

// draw fills v with anything.
func draw(t *rapid.T, v reflect.Value, most int) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			draw(t, v.Field(i), most)
		}
	case reflect.Slice:
		if n := rapid.IntRange(-1, most).Draw(t, "n"); n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				draw(t, v.Index(i), 2)
			}
		}
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "set") {
			v.Set(reflect.New(v.Type().Elem()))
			draw(t, v.Elem(), most)
		}
	case reflect.String:
		v.SetString(rapid.StringN(0, 6, -1).Draw(t, "text"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "bool"))
	case reflect.Float64:
		v.SetFloat(rapid.Float64().Draw(t, "float"))
	case reflect.Uint64:
		v.SetUint(rapid.Uint64().Draw(t, "uint"))
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.Int64().Draw(t, "int"))
	default:
		t.Fatalf("%s is not drawn yet", v.Type())
	}
}

func BenchmarkLine(b *testing.B) {
	r, err := eas.Run(b.Context(), eas.Scenario{})
	if err != nil {
		b.Fatal(err)
	}
	p := plan(b, Matrix{Axes: axesOf(b, "busy_factor=1"), Seeds: []uint64{1}})
	e := newLineEncoder()
	for b.Loop() {
		line, err := p.resultLine(e, 0, r)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(line)))
	}
}
