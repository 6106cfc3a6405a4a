package sched

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestRankTreeOracle compares the tree with a sorted slice under random insertions,
// removals and changes of size.
func TestRankTreeOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tree RankTree
		var oracle []*Task // the biggest first, of equals the one ranked last
		idle := make([]*Task, 40)
		for i := range idle {
			idle[i] = &Task{ID: TaskID(i)}
		}
		size := rapid.Uint64Range(0, 12)
		insert := func(task *Task, size uint64) {
			tree.Insert(task, size)
			at := slices.IndexFunc(oracle, func(o *Task) bool { return o.SE.rank.size <= size })
			if at < 0 {
				at = len(oracle)
			}
			oracle = slices.Insert(oracle, at, task)
		}
		remove := func(at int) *Task {
			task := oracle[at]
			tree.Remove(task)
			oracle = slices.Delete(oracle, at, at+1)
			return task
		}
		t.Repeat(map[string]func(*rapid.T){
			"insert": func(t *rapid.T) {
				if len(idle) == 0 {
					t.Skip("all are ranked")
				}
				at := rapid.IntRange(0, len(idle)-1).Draw(t, "task")
				insert(idle[at], size.Draw(t, "size"))
				idle = slices.Delete(idle, at, at+1)
			},
			"remove": func(t *rapid.T) {
				if len(oracle) == 0 {
					t.Skip("none is ranked")
				}
				idle = append(idle, remove(rapid.IntRange(0, len(oracle)-1).Draw(t, "rank")))
			},
			"resize": func(t *rapid.T) {
				if len(oracle) == 0 {
					t.Skip("none is ranked")
				}
				insert(remove(rapid.IntRange(0, len(oracle)-1).Draw(t, "rank")), size.Draw(t, "size"))
			},
			"": func(t *rapid.T) { checkRanks(t, &tree, oracle) },
		})
	})
}

func checkRanks(t *rapid.T, tree *RankTree, oracle []*Task) {
	var got []*Task
	for task := tree.Biggest(); task != nil && len(got) <= len(oracle); task = tree.After(task) {
		got = append(got, task)
	}
	if !slices.Equal(got, oracle) || tree.Len() != len(oracle) {
		t.Fatalf("the tree has %d tasks, want %d, or another order", tree.Len(), len(oracle))
	}
	for _, task := range oracle {
		if !tree.Has(task) {
			t.Fatalf("task %d is not ranked", task.ID)
		}
	}
}

// TestRankTreeDepth: ranked in the worst order for a tree without balance, 4096
// tasks are at most a few times 12 links deep.
func TestRankTreeDepth(t *testing.T) {
	var tree RankTree
	tasks := make([]Task, 4096)
	for i := range tasks {
		tasks[i].ID = TaskID(i)
		tree.Insert(&tasks[i], uint64(i))
	}
	if depth := rankDepth(tree.root); depth > 40 {
		t.Errorf("depth %d", depth)
	}
}

func rankDepth(t *Task) int {
	if t == nil {
		return 0
	}
	return 1 + max(rankDepth(t.SE.rank.left), rankDepth(t.SE.rank.right))
}

func TestRankTreePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("removing a task that is not ranked")
		}
	}()
	var tree RankTree
	tree.Insert(&Task{ID: 1}, 5)
	tree.Remove(&Task{ID: 2})
}

// TestTaskListRanks: a list ranks while it is asked to, by what it is asked to, and
// its order is another matter.
func TestTaskListRanks(t *testing.T) {
	var l TaskList
	tasks := make([]Task, 4)
	for i, util := range []uint64{30, 10, 40, 20} {
		task := &tasks[i]
		task.ID, task.SE.OnRQ = TaskID(i), true
		task.SE.Avg.UtilAvg, task.SE.Avg.LoadAvg = util, 100-util
		l.PushFront(task)
	}
	check(t, "biggest without ranks", l.Biggest(), nil)
	l.rankBy(rankUtil)
	check(t, "ranks by utilisation", ranks(&l), [4]TaskID{2, 0, 3, 1})
	tasks[1].SE.Avg.UtilAvg = 35
	check(t, "ranks before they are brought up to date", ranks(&l), [4]TaskID{2, 0, 3, 1})
	l.Rerank(&tasks[1])
	check(t, "ranks after it", ranks(&l), [4]TaskID{2, 1, 0, 3})
	l.MoveToTail(&tasks[2])
	check(t, "biggest after it went to the tail", l.Biggest(), &tasks[2])
	l.rankBy(rankLoad)
	check(t, "ranks by load", ranks(&l), [4]TaskID{1, 3, 0, 2})
	l.Remove(&tasks[1])
	check(t, "biggest after the biggest left", l.Biggest(), &tasks[3])
	l.rankBy(rankNone)
	check(t, "biggest without ranks again", l.Biggest(), nil)
	check(t, "tasks", l.Len(), 3)
}

func ranks(l *TaskList) (ids [4]TaskID) {
	i := 0
	for t := l.Biggest(); t != nil; t = l.NextSmaller(t) {
		ids[i] = t.ID
		i++
	}
	return ids
}

// TestRankKey: which features rank, and by what.
func TestRankKey(t *testing.T) {
	k := newMachine(t, setup{}).Kernel
	for _, tc := range []struct {
		features string
		key      int64
		want     rankKey
	}{
		{"NO_BIGGEST_TASK", KeyLoad, rankNone},
		{"BIGGEST_TASK_UP", KeyLoad, rankUtil},
		{"BIGGEST_TASK", KeyUtil, rankUtil},
		{"BIGGEST_TASK,BIGGEST_TASK_UP", KeyLoad, rankLoad},
	} {
		f, err := DefaultFeatures().Parse(tc.features)
		if err != nil {
			t.Fatal(err)
		}
		k.params.BiggestTaskKey = tc.key
		k.SetFeatures(f)
		check(t, tc.features, k.cpus[0].RQ.CFS.Tasks.by, tc.want)
	}
}

func BenchmarkRankTree(b *testing.B) {
	var tree RankTree
	tasks := make([]Task, 64)
	for i := range tasks {
		tasks[i].ID = TaskID(i)
		tree.Insert(&tasks[i], uint64(i*37%64))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		t := &tasks[i%len(tasks)]
		tree.Remove(t)
		tree.Insert(t, uint64(i*31%64))
	}
}
