/*
 * inside.h - shared by the pages of members.
 */
#ifndef KITH_GATEWAY_PAGES_PEOPLE_INSIDE_H
#define KITH_GATEWAY_PAGES_PEOPLE_INSIDE_H

#include "gateway/components/components.h"
#include "gateway/pages/people/people.h"

/* What members are, and what they look for; ended by one without a value. */
#define PERSON_ROLE_COUNT 5
#define PERSON_WISH_COUNT 6
extern const struct choice person_roles[PERSON_ROLE_COUNT + 1];
extern const struct choice person_wishes[PERSON_WISH_COUNT + 1];

/* The label of a value. */
const char *person_word(const struct choice *choices, const char *value);

#endif
