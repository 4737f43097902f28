/*
 * common_passwords.h - rejection of common passwords.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_COMMON_PASSWORDS_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_COMMON_PASSWORDS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether a password is common, compared without case: a repeated piece ("kithkithkith"),
 * one of a list, or a word of the list with up to 10 bytes of digits and signs around it
 * ("Welcome2026!", "p@ssw0rd 1234"). Other rules refuse short passwords.
 */
bool password_common(const char *data, size_t size);

/*
 * Whether a password has the letters of these words in their order, without case, and at
 * most 10 other bytes: "AdaLovelace2026" of "Ada Lovelace".
 */
bool password_spells(const char *data, size_t size, const char *words, size_t words_size);

#endif
