package sweep

import (
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"

	"easim/eas"
)

// lineEncoder writes results as [json.Marshal] does, byte for byte, several times
// faster: a short run would else spend a tenth of its time on its line. It is made
// once from the type and then only read.
type lineEncoder struct{ root *valueEncoder }

// valueEncoder writes the values of one type.
type valueEncoder struct {
	kind   reflect.Kind
	fields []fieldEncoder // of a struct
	elem   *valueEncoder  // of a slice or pointer
	ints   bool           // eas.NamedInts, an object that keeps its order
	other  bool           // left to package json
}

type fieldEncoder struct {
	index     int
	key       string // with quotes and colon
	omitEmpty bool
	value     *valueEncoder
}

func newLineEncoder() *lineEncoder {
	return &lineEncoder{encoderOf(reflect.TypeFor[eas.Result]())}
}

func encoderOf(t reflect.Type) *valueEncoder {
	e := &valueEncoder{kind: t.Kind()}
	switch {
	case t == reflect.TypeFor[eas.NamedInts]():
		e.ints = true
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		e.other = true
	default:
		e.parts(t)
	}
	return e
}

func (e *valueEncoder) parts(t reflect.Type) {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.PkgPath != "" || name == "-" || f.Anonymous || name == "" || strings.Contains(options, "string") {
				e.other = e.other || f.PkgPath == "" && name != "-"
				continue
			}
			e.fields = append(e.fields, fieldEncoder{
				i, string(appendText(nil, name)) + ":", strings.Contains(options, "omit"), encoderOf(f.Type),
			})
			e.other = e.other || strings.Contains(options, "omitzero")
		}
	case reflect.Slice, reflect.Pointer:
		e.elem = encoderOf(t.Elem())
		e.other = t.Elem().Kind() == reflect.Uint8
	case reflect.String, reflect.Bool, reflect.Float64, reflect.Int, reflect.Int64, reflect.Uint64:
	default:
		e.other = true
	}
}

// result appends the JSON form of r.
func (e *lineEncoder) result(out []byte, r *eas.Result) ([]byte, error) {
	return e.root.append(out, reflect.ValueOf(r).Elem())
}

func (e *valueEncoder) append(out []byte, v reflect.Value) ([]byte, error) {
	switch {
	case e.ints:
		return appendInts(out, v), nil
	case e.other:
		text, err := json.Marshal(v.Interface())
		return append(out, text...), err
	}
	switch e.kind {
	case reflect.Struct:
		return e.appendStruct(out, v)
	case reflect.Slice:
		return e.appendSlice(out, v)
	case reflect.Pointer:
		if v.IsNil() {
			return append(out, "null"...), nil
		}
		return e.elem.append(out, v.Elem())
	case reflect.String:
		return appendPlain(out, v.String()), nil
	case reflect.Bool:
		return strconv.AppendBool(out, v.Bool()), nil
	case reflect.Float64:
		return appendFloat(out, v.Float())
	case reflect.Uint64:
		return strconv.AppendUint(out, v.Uint(), 10), nil
	default:
		return strconv.AppendInt(out, v.Int(), 10), nil
	}
}

func (e *valueEncoder) appendStruct(out []byte, v reflect.Value) ([]byte, error) {
	out = append(out, '{')
	first := len(out)
	for i := range e.fields {
		f := &e.fields[i]
		value := v.Field(f.index)
		if f.omitEmpty && isEmpty(value) {
			continue
		}
		if len(out) > first {
			out = append(out, ',')
		}
		var err error
		if out, err = f.value.append(append(out, f.key...), value); err != nil {
			return out, err
		}
	}
	return append(out, '}'), nil
}

// isEmpty is what omitempty means by it.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String, reflect.Slice:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

func (e *valueEncoder) appendSlice(out []byte, v reflect.Value) ([]byte, error) {
	if v.IsNil() {
		return append(out, "null"...), nil
	}
	out = append(out, '[')
	for i := range v.Len() {
		if i > 0 {
			out = append(out, ',')
		}
		var err error
		if out, err = e.elem.append(out, v.Index(i)); err != nil {
			return out, err
		}
	}
	return append(out, ']'), nil
}

func appendInts(out []byte, v reflect.Value) []byte {
	out = append(out, '{')
	for i := range v.Len() {
		if i > 0 {
			out = append(out, ',')
		}
		entry := v.Index(i)
		out = append(appendPlain(out, entry.Field(0).String()), ':')
		out = strconv.AppendInt(out, entry.Field(1).Int(), 10)
	}
	return append(out, '}')
}

// appendPlain writes a text; what needs escapes is left to package json.
func appendPlain(out []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return appendText(out, text)
		}
	}
	return append(append(append(out, '"'), text...), '"')
}

// appendFloat writes a number as package json does: the shortest text that reads
// back the same, with an exponent below 1e-6 and from 1e21 on.
func appendFloat(out []byte, v float64) ([]byte, error) {
	size := math.Abs(v)
	if size != 0 && (size < 1e-6 || size >= 1e21) || size != size {
		text, err := json.Marshal(v)
		return append(out, text...), err
	}
	return strconv.AppendFloat(out, v, 'f', -1, 64), nil
}
