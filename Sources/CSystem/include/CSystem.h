#ifndef CSYSTEM_H
#define CSYSTEM_H

// What the toolchain's own import of the C library leaves out.
#include <sys/xattr.h>

#endif
