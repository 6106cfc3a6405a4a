//go:build unix

package sweep

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// folderLock keeps a second process from writing into the folder of a sweep. It
// ends with the process, however that ends.
type folderLock struct{ f *os.File }

// lockFolder locks a folder. Where the file system knows no locks, there is none.
func lockFolder(dir string) (*folderLock, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		_ = f.Close()
		return nil, badInput("sweep: another easim is writing into %s; wait for it, or choose another folder", dir)
	}
	return &folderLock{f}, nil
}

func (l *folderLock) release() { _ = l.f.Close() }

// syncFolder makes sure that the names in a folder are on the disk.
func syncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		err = nil // file systems that have nothing to sync
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("sweep: %w", err)
	}
	return nil
}

// locks says that folders are locked here.
const locks = true
