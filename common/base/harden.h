/*
 * harden.h - restrictions of a process that holds secrets.
 */
#ifndef KITH_COMMON_BASE_HARDEN_H
#define KITH_COMMON_BASE_HARDEN_H

/* Prevents core dumps, debuggers, access to memory and environment by other processes,
 * and new privileges through exec. Call it before reading a secret and starting a
 * thread. */
void harden_process(void);

#endif
