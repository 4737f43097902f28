/*
 * version.h - the version of this build, which the Makefile takes from git.
 */
#ifndef KITH_COMMON_BASE_VERSION_H
#define KITH_COMMON_BASE_VERSION_H

extern const char version_text[];       /* "0.1.0" */
extern const char *const version_agent; /* "Kith/0.1.0", for User-Agent */

#endif
