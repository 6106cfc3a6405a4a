// Package timeline watches a run and keeps what happened within a chosen window,
// span by span: which task each CPU ran, in which idle state it was otherwise, at
// which OPP its clock stood, when the system was above the tipping point, and when
// a task waited for a CPU.
//
//	timeline.go   Timeline: the spans of a window, and what is derived from them
//	recorder.go   Recorder: the probes that make one
//	activity.go   Activity: when much happened, to choose a window by
//
// The state of the machine is followed from the start of the run, spans are kept
// only inside the window, so a window late in a long run costs little. Nothing
// here can reach the machine.
package timeline
