//go:build !unix

package sweep

// folderLock would keep a second process from writing into the folder of a sweep;
// here there is no portable lock that ends with the process.
type folderLock struct{}

func lockFolder(string) (*folderLock, error) { return &folderLock{}, nil }

func (*folderLock) release() {}

// syncFolder would bring the names in a folder onto the disk; here a folder cannot
// be synced.
func syncFolder(string) error { return nil }

const locks = false
