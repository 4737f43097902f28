/*
 * common_passwords.h - rejection of common passwords.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_COMMON_PASSWORDS_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_COMMON_PASSWORDS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether a password is common, compared without case. The list holds passwords of 12
 * characters and more only, because shorter ones are refused anyway. A repeated piece
 * ("kithkithkith") is common at any length.
 */
bool password_common(const char *data, size_t size);

#endif
