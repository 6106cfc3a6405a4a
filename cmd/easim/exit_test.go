package main

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// What went wrong besides an interrupt is said, and the exit code is still that of
// the interrupt.
func TestInterruptedText(t *testing.T) {
	stopped := fmt.Errorf("sweep: stopped early: %w", context.Canceled)
	for _, tt := range []struct {
		err  error
		want string
	}{
		{stopped, "interrupted"},
		{errors.Join(stopped, nil), "interrupted"},
		{errors.Join(stopped, errors.New("sweep: results.jsonl: no space left")), "interrupted; results.jsonl: no space left"},
	} {
		if got := interruptedText(tt.err); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
