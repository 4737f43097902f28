/*
 * harden.h - what a process that holds secrets gives up at its start.
 */
#ifndef KITH_COMMON_BASE_HARDEN_H
#define KITH_COMMON_BASE_HARDEN_H

/* No core file, no debugger and nobody else's look into its memory or environment, no
 * privileges through exec. Before the first secret is read and the first thread is started. */
void harden_process(void);

#endif
