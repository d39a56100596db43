/* To be preloaded: refuses flock, and where REFUSES is "all" also the locks of fcntl, as some file systems do. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int flock(int descriptor, int operation) {
    (void)descriptor, (void)operation;
    errno = ENOSYS;
    return -1;
}

static int answer(int descriptor, int command, void *argument) {
    const char *what = getenv("REFUSES");
    if (what && strcmp(what, "all") == 0 && (command == F_OFD_SETLK || command == F_OFD_SETLKW)) {
        errno = ENOSYS;
        return -1;
    }
    return (int)syscall(SYS_fcntl, descriptor, command, argument);
}

int fcntl(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return answer(descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return answer(descriptor, command, argument);
}
