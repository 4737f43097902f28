"""Runs a program as if its files were on a share without O_TMPFILE and hard links, such
as CIFS. A filter on system calls makes the kernel refuse them.

    python3 poor_files.py PROGRAM ARGUMENT…
"""

import ctypes
import errno
import os
import sys

ALLOW, ERRNO = 0x7FFF0000, 0x00050000
O_TMPFILE = 0o20000000  # without the bit of O_DIRECTORY
MASKED_EQUAL = 7


class Comparison(ctypes.Structure):
    _fields_ = [("argument", ctypes.c_uint), ("operation", ctypes.c_int),
                ("mask", ctypes.c_uint64), ("value", ctypes.c_uint64)]


def confine():
    seccomp = ctypes.CDLL("libseccomp.so.2")
    seccomp.seccomp_init.restype = ctypes.c_void_p
    seccomp.seccomp_syscall_resolve_name.argtypes = [ctypes.c_char_p]
    seccomp.seccomp_rule_add_array.argtypes = [ctypes.c_void_p, ctypes.c_uint32,
                                               ctypes.c_int, ctypes.c_uint,
                                               ctypes.POINTER(Comparison)]
    seccomp.seccomp_load.argtypes = [ctypes.c_void_p]
    context = seccomp.seccomp_init(ALLOW)
    nameless = Comparison(2, MASKED_EQUAL, O_TMPFILE, O_TMPFILE)
    for name, why, comparisons in ((b"openat", errno.EOPNOTSUPP, [nameless]),
                                   (b"link", errno.EPERM, []),
                                   (b"linkat", errno.EPERM, [])):
        number = seccomp.seccomp_syscall_resolve_name(name)
        array = (Comparison * max(1, len(comparisons)))(*comparisons)
        done = seccomp.seccomp_rule_add_array(context, ERRNO | why, number,
                                              len(comparisons), array)
        # Some architectures have linkat() but no link().
        assert done == 0 or number < 0, os.strerror(-done)
    assert seccomp.seccomp_load(context) == 0, "the kernel rejected the filter"


confine()
os.execv(sys.argv[1], sys.argv[1:])
