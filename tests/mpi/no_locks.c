/* Preloaded: a file system that has no locks, neither of flock nor of fcntl, as Lustre mounted without the option
   flock. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>

int flock(int descriptor, int operation)
{
    (void)descriptor, (void)operation;
    errno = ENOSYS;
    return -1;
}

static int refuse_locks(int descriptor, int command, void *argument, const char *name)
{
    int (*const real)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, name);

    switch (command) {
    case F_SETLK:
    case F_SETLKW:
    case F_OFD_SETLK:
    case F_OFD_SETLKW: errno = ENOSYS; return -1;
    default: return real(descriptor, command, argument);
    }
}

int fcntl(int descriptor, int command, ...)
{
    va_list arguments;

    va_start(arguments, command);
    void *const argument = va_arg(arguments, void *);
    va_end(arguments);
    return refuse_locks(descriptor, command, argument, "fcntl");
}

int fcntl64(int descriptor, int command, ...)
{
    va_list arguments;

    va_start(arguments, command);
    void *const argument = va_arg(arguments, void *);
    va_end(arguments);
    return refuse_locks(descriptor, command, argument, "fcntl64");
}
