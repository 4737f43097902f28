/*
 * note.h - notes in mails about a credential: who got it, and from where.
 */
#ifndef KITH_SERVICES_IDENTITY_CREDENTIALS_NOTE_H
#define KITH_SERVICES_IDENTITY_CREDENTIALS_NOTE_H

#include "common/call/call.h"

/* A name that somebody chose. One that a mail program would turn into a link is left
 * out, and so is one with characters by which a mail server could refuse the mail, such
 * as those of the test text of spam filters. */
struct text note_name(struct call *call, const struct text *name);

/* The caller's browser and address. */
struct text note_place(struct call *call);

#endif
