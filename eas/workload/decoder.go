package workload

import "time"

// framePeriod is the time between two frames of a video of 30 frames a second, as
// rt-app's video files round it.
const framePeriod = 33333 * time.Microsecond

// decoderParams are what a video may have beyond its file: a board without a video
// decoder decodes in software.
func decoderParams() []ParamInfo {
	return []ParamInfo{
		{"decoder_us", "0", "work of a software decoder per frame of 33.3 ms, us as the file counts them; 0: in hardware"},
		{"jitter", "0", "width of the uniform variation of all work, +- %"},
	}
}

// addDecoder adds the thread of a software decoder, and the jitter. The decoder is
// released every 33.3 ms and has that long for its frame; a frame that takes
// longer is missed, and the next begins at once. Its nice value is that of the
// player's other decoders.
func addDecoder(p *params, w *Workload) {
	work := int64(p.number("decoder_us", 0, 1e6) * 1000)
	jitter := p.number("jitter", 0, 100)
	if work > 0 {
		timer := len(w.Resources)
		w.Resources = append(w.Resources, Resource{Name: "decoder", Kind: ResTimer, Unique: true, Absolute: true})
		j := job{periodNS: int64(framePeriod), runNS: work, pieces: 1, timer: timer}
		list, _ := w.Scorer.(metricList)
		w.Scorer = append(list, metricSpec{
			name: "decoder_late", tasks: []int{len(w.Tasks)}, missed: true, better: "lower",
		})
		const niceDecoder = -1 // as gle.aac.decoder and CodecLooper3
		w.Tasks = append(w.Tasks, TaskSpec{
			Name: "decoder", Instances: 1, Loop: Forever, Attr: Attr{Nice: niceDecoder},
			Phases: []Phase{{Loop: 1, Ops: j.ops()}},
		})
		w.Title += ", software decoder"
	}
	if jitter == 0 {
		return
	}
	for i := range w.Tasks {
		for j := range w.Tasks[i].Phases {
			for k := range w.Tasks[i].Phases[j].Ops {
				if op := &w.Tasks[i].Phases[j].Ops[k]; op.Kind == OpRun {
					op.JitterPct = jitter
				}
			}
		}
	}
}
