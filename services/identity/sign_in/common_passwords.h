/*
 * common_passwords.h - passwords that everybody tries first.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_COMMON_PASSWORDS_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_COMMON_PASSWORDS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether a password is one of the common ones, letters compared without case. Only those
 * of 12 characters and more are listed, as shorter ones are refused anyway; a piece that
 * is repeated ("kithkithkith") is common at any length.
 */
bool password_common(const char *data, size_t size);

#endif
