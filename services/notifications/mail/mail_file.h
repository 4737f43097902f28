/*
 * mail_file.h - mails as files, for instances without a mail server.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_FILE_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_FILE_H

#include "common/base/arena.h"

/*
 * Writes a file with mode 0600, and creates the folder if needed. The file appears
 * complete or not at all, and is durable when this returns true. On failure, errno has
 * the cause.
 */
bool mail_file_write(const char *folder, const char *name, const void *data, size_t size);

#endif
