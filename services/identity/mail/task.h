/*
 * task.h - work that no call asks for, again and again.
 */
#ifndef KITH_SERVICES_IDENTITY_MAIL_TASK_H
#define KITH_SERVICES_IDENTITY_MAIL_TASK_H

#include "common/db/db.h"

/* Calls `work` with the service's role now and after each wait of so many seconds, until `stop`
 * is set; each time in one transaction or, with TX_NONE, each statement by itself. A transaction
 * that `work` begins is ended after it. When it answers that there may be more to do, and when
 * the database asks for a repetition, it is called again at once. `name` names it in the log
 * when it fails or is repeated. */
void task_repeat(const volatile int *stop, const char *name, int wait_s, enum op_tx tx,
	bool (*work)(struct call *call));

#endif
