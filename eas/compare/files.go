package compare

import (
	"os"
	"sync"
)

// Files reads each file once and keeps its text, so that many runs at a time see
// the same contents, standard input among them. It is safe for concurrent use.
type Files struct {
	read func(name string) ([]byte, error)

	mu   sync.Mutex
	kept map[string]file
}

type file struct {
	text []byte
	err  error
}

// NewFiles returns a reader that gets files through read; nil is os.ReadFile.
func NewFiles(read func(name string) ([]byte, error)) *Files {
	if read == nil {
		read = os.ReadFile
	}
	return &Files{read: read, kept: map[string]file{}}
}

// Read returns the text of a file. The caller must not change it.
func (f *Files) Read(name string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	got, ok := f.kept[name]
	if !ok {
		got.text, got.err = f.read(name)
		f.kept[name] = got
	}
	return got.text, got.err
}
