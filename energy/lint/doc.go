// Package lint judges platform files: every law and every doubt has a stable code
// (EM001 and on), a severity, a sentence that says why, and a remedy.
//
// The laws that a simulation relies on are those of [energy.Read] and
// [energy.Platform.Validate]; this package gives them their codes and adds what a
// careful reader of a new model would ask: do the units fit together, is idling
// dearer than working, does an OPP pay, does the capacity follow from the core
// and its clock, where does a number come from. [File] judges a file, [Check] a
// platform, [Rules] lists the laws, [Fix] corrects what can be corrected without
// a decision. [SARIF] and [JUnit] write findings for other programs.
//
// rule.go holds the table of laws; the files *rules.go each hold the checks of
// one subject.
//
// Sources: kernel/power/energy_model.c of Linux 6.12 (what the kernel accepts,
// computes and marks); the static checks asked for in ARM-software/lisa pull
// request 572; spec sched-energy.txt of the EAS 1.x trees (what idle costs mean).
package lint
