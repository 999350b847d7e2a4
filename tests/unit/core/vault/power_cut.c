/* Preloaded into test_power_cut.py's writer: records every write, truncation and flush of the files whose
   names begin with POWER_CUT_PREFIX, in order, to POWER_CUT_RECORD. Records: op, file, offset, length, data.
   Files: d the database, w its log, a the list of what was acknowledged. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FILES 4096
static int record = -1;
static char kinds[FILES];
static const char *prefix;

static void begin(void) {
    const char *path = getenv("POWER_CUT_RECORD");
    prefix = getenv("POWER_CUT_PREFIX");
    if (record < 0 && path && prefix)
        record = syscall(SYS_openat, AT_FDCWD, path, O_CREAT | O_WRONLY | O_APPEND, 0600);
}

static void note(char op, int file, int64_t offset, int64_t length, const void *data) {
    struct __attribute__((packed)) { char op, kind; int64_t offset, length; } head = {op, kinds[file], offset, length};
    if (record < 0) return;
    syscall(SYS_write, record, &head, sizeof head);
    if (data && length) syscall(SYS_write, record, data, length);
}

static int ours(int file) { return file >= 0 && file < FILES && kinds[file]; }

static int ends(const char *path, const char *end) {
    size_t length = strlen(path), tail = strlen(end);
    return length >= tail && !strcmp(path + length - tail, end);
}

static int opened(int file, const char *path) {
    begin();
    if (file < 0 || file >= FILES || record < 0) return file;
    kinds[file] = 0;
    if (strncmp(path, prefix, strlen(prefix))) return file;
    if (ends(path, ".db-wal")) kinds[file] = 'w';
    else if (ends(path, ".db")) kinds[file] = 'd';
    else if (ends(path, ".ack")) kinds[file] = 'a';
    return file;
}

#define OPEN(name) int name(const char *path, int flags, ...) { \
    mode_t mode = 0; \
    if (flags & O_CREAT) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); } \
    return opened(syscall(SYS_openat, AT_FDCWD, path, flags, mode), path); }
OPEN(open) OPEN(open64)

#define WRITE(name) ssize_t name(int file, const void *data, size_t length, off_t offset) { \
    ssize_t done = syscall(SYS_pwrite64, file, data, length, offset); \
    if (done > 0 && ours(file)) note('W', file, offset, done, data); \
    return done; }
WRITE(pwrite) WRITE(pwrite64)

#define CUT(name) int name(int file, off_t length) { \
    int failed = syscall(SYS_ftruncate, file, length); \
    if (!failed && ours(file)) note('T', file, length, 0, 0); \
    return failed; }
CUT(ftruncate) CUT(ftruncate64)

#define FLUSH(name) int name(int file) { \
    int failed = syscall(SYS_##name, file); \
    if (!failed && ours(file)) note('S', file, 0, 0, 0); \
    return failed; }
FLUSH(fsync) FLUSH(fdatasync)

int close(int file) {
    if (file >= 0 && file < FILES) kinds[file] = 0;
    return syscall(SYS_close, file);
}
