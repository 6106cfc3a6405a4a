// Package report turns results into text for people, JSON for programs and CSV
// for spreadsheets. Values go in, bytes come out: it knows no flag, no file and
// no terminal.
//
// The JSON form of a run is that of [easim/eas.Result]; its keys are a contract.
// The text form is for reading only and may change.
package report
