/*
 * mail_file.h - mails as files, where no mail server is set.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_FILE_H
#define KITH_SERVICES_NOTIFICATIONS_MAIL_MAIL_FILE_H

#include "common/base/arena.h"

/*
 * Writes a file for its owner's eyes only; the folder is made when it is not there. The file
 * appears complete or not at all, and is on the disk when this answers true. errno says why
 * it is false.
 */
bool mail_file_write(const char *folder, const char *name, const void *data, size_t size);

#endif
