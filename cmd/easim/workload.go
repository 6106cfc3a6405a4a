package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"easim/eas"
	"easim/eas/report"
	"easim/eas/workload"
	"easim/eas/workload/rtapp"
	"easim/energy"
	"easim/energy/diag"
)

func (e *env) workloadCommand() *cli.Command {
	return &cli.Command{
		Name:  "workload",
		Usage: "what tasks do: list the built-in workloads, show one, check a file",
		Subcommands: []*cli.Command{
			{
				Name:   "list",
				Usage:  "list the built-in workloads and the parameters of the generators",
				Flags:  []cli.Flag{formatFlag()},
				Action: e.workloadList,
			},
			{
				Name:      "show",
				Usage:     "unroll the phases of a workload and say what each activation demands",
				ArgsUsage: "NAME, FILE.toml or FILE.json",
				Flags:     append(workloadFlags(), formatFlag()),
				Action:    e.workloadShow,
			},
			{
				Name:      "validate",
				Usage:     "check workload files: all faults at once, with line, key and remedy",
				ArgsUsage: "FILE.toml or FILE.json...",
				Flags:     append(workloadFlags(), formatFlag(), strictFlag()),
				Action:    e.workloadValidate,
			},
		},
	}
}

func workloadFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "platform", Usage: "`NAME` or FILE.toml of the board it is meant for"},
		&cli.BoolFlag{Name: "no-workgen", Usage: "rt-app files: read as without workgen, the last of equal keys counts"},
		&cli.StringFlag{Name: "suspend", Value: "auto", Usage: "rt-app files: `MEANING` of suspend: auto, 1.0 or head"},
	}
}

// workloadOptions reads the flags of [workloadFlags], and returns the board that is
// meant. Without --platform rt-app files may name any CPU.
func (e *env) workloadOptions(c *cli.Context) (eas.WorkloadOptions, *energy.Platform, error) {
	o := eas.WorkloadOptions{ReadFile: e.readFile}
	o.RTApp.StrictDuplicates = c.Bool("no-workgen")
	meanings := []string{"auto", "1.0", "head"}
	switch strings.ToLower(c.String("suspend")) {
	case "auto":
	case "1.0":
		o.RTApp.Suspend = rtapp.SuspendV10
	case "head":
		o.RTApp.Suspend = rtapp.SuspendHead
	default:
		text := c.String("suspend")
		return o, nil, badUsage("unknown meaning of suspend %q; %s", text, diag.Suggest(text, meanings))
	}
	board := c.String("platform")
	if board == "" {
		board = eas.DefaultPlatform
	}
	p, _, err := eas.LoadPlatform(board, e.readFile)
	if err != nil {
		return o, nil, err
	}
	o.Env = eas.WorkloadEnv(p, "", 1)
	if c.IsSet("platform") {
		o.RTApp.CPUs = len(p.CPUs)
	}
	return o, p, nil
}

func (e *env) workloadList(c *cli.Context) error {
	form, err := format(c)
	if err != nil {
		return err
	}
	if err := noArgs(c); err != nil {
		return err
	}
	list := workload.Builtins()
	switch form {
	case formatJSON:
		return e.writeJSON(report.WorkloadListData(list))
	case formatCSV:
		return e.write(report.Workloads(list).CSV())
	}
	return e.write(report.WorkloadList(list, e.style()))
}

func (e *env) workloadValidate(c *cli.Context) error {
	o, _, err := e.workloadOptions(c)
	if err != nil {
		return err
	}
	return e.validate(c, func(name string) check {
		_, list, err := eas.LoadWorkload(name, o)
		return newCheck(name, list, err)
	})
}

func (e *env) workloadShow(c *cli.Context) error {
	form, err := format(c)
	if err != nil {
		return err
	}
	name, err := oneArg(c)
	if err != nil {
		return err
	}
	o, board, err := e.workloadOptions(c)
	if err != nil {
		return err
	}
	w, list, err := eas.LoadWorkload(name, o)
	if err != nil {
		return err
	}
	h := report.WorkloadHeadOf(w, list)
	phases := phasesOn(board, w, &h)
	switch form {
	case formatJSON:
		return e.writeJSON(report.WorkloadDataOf(h, phases))
	case formatCSV:
		return e.write(report.WorkloadPhases(phases).CSV())
	}
	return e.write(report.Workload(h, phases, e.style()))
}

// phasesOn describes the phases of w on a board, and adds to h what the work that w
// counts is worth there. If the board lacks the CPU that w is calibrated on, nobody
// knows.
func phasesOn(board *energy.Platform, w *workload.Workload, h *report.WorkloadHead) []workload.PhaseInfo {
	rate := energy.Rate(w.Calib.Capacity) << energy.RateShift
	switch cpu := int(w.Calib.CPU); {
	case w.Calib.HasCPU && cpu >= len(board.CPUs):
		phases := workload.Show(w, 0)
		for i := range phases {
			phases[i].SharePct = -1
		}
		h.Calibration += ", which " + board.Name + " lacks (--platform)"
		return phases
	case w.Calib.HasCPU:
		set := board.Types[board.CPUs[cpu].Type].RateSet("")
		rate = set.Int[len(set.Int)-1]
		h.Calibration += fmt.Sprintf(" (%.0f of 1024 on %s)", float64(rate)/(1<<energy.RateShift), board.Name)
	}
	if rate != 0 && rate != energy.RateScale {
		h.Calibration += ", demand in µs at capacity 1024"
	}
	return workload.Show(w, rate)
}
