package eas

import (
	"reflect"
	"testing"

	"easim/eas/des"
	"easim/eas/sched"
)

// TestTeeIsComplete fails when a probe is added to the Tracer and forgotten here.
func TestTeeIsComplete(t *testing.T) {
	t.Parallel()
	typ := reflect.TypeFor[sched.Tracer]()
	for i := range typ.NumField() {
		name := typ.Field(i).Name
		calls := 0
		var one sched.Tracer
		probe := reflect.MakeFunc(typ.Field(i).Type, func([]reflect.Value) []reflect.Value { calls++; return nil })
		reflect.ValueOf(&one).Elem().Field(i).Set(probe)
		joined := reflect.ValueOf(tee(one, sched.Tracer{}, one))
		args := make([]reflect.Value, typ.Field(i).Type.NumIn())
		for j := range args {
			args[j] = reflect.Zero(typ.Field(i).Type.In(j))
		}
		for f := range typ.NumField() {
			if nothing := joined.Field(f).IsNil(); nothing != (f != i) {
				t.Errorf("joining probes of %s: %s is nil: %v", name, typ.Field(f).Name, nothing)
			}
		}
		if joined.Field(i).IsNil() {
			continue
		}
		joined.Field(i).Call(args)
		if calls != 2 {
			t.Errorf("%s: %d calls, want 2", name, calls)
		}
	}
}

func TestTeeKeepsOrder(t *testing.T) {
	t.Parallel()
	var order []int
	probe := func(n int) sched.Tracer {
		return sched.Tracer{TaskExit: func(des.Time, sched.TaskID) { order = append(order, n) }}
	}
	tee(probe(1), probe(2), probe(3)).TaskExit(0, 0)
	if !reflect.DeepEqual(order, []int{1, 2, 3}) {
		t.Errorf("order %v, want 1 2 3", order)
	}
}
