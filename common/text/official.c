/*
 * official.c - names that members would take for the operator of the instance.
 *
 * Names are compared without case, and as letters and digits only: "KITH-Support" and
 * "Kith  support!" are one name. A name is refused if it is the instance's, or has the
 * words of the table besides. Other words make it another name, such as "Kith Weavers".
 */
#include "common/text/official.h"

#include <stdint.h>
#include <string.h>

#include "common/text/text.h"

/* The name of the product and of deleted accounts. */
#define PRODUCT "kith"
#define DELETED "formermember"

/* The longest name that is compared; the fields of names allow less. */
#define FOLDED_MAX 1024

/* RFC 2142 (sections 4 and 5), the addresses by which certification authorities know an
 * administrator (CA/Browser Forum, Baseline Requirements, 3.2.2.4.4), and what members
 * call the staff. */
static const char *const words[] = {"abuse", "admin", "administration", "administrator",
	"administrators", "admins", "help", "helpdesk", "hostmaster", "moderation",
	"moderator", "moderators", "official", "operator", "operators", "postmaster",
	"security", "service", "staff", "support", "team", "the", "webmaster"};

/* Punctuation, symbols and marks. Letters beyond ASCII stay. */
static bool
is_ignored(uint32_t point)
{
	return point < 0xAA || (point > 0xAA && point < 0xC0 && point != 0xB5) ||
		(point >= 0x300 && point <= 0x36F) ||
		(point >= 0x2000 && point <= 0x2BFF) ||
		(point >= 0x3000 && point <= 0x303F) ||
		(point >= 0xFE00 && point <= 0xFE0F) ||
		(point >= 0x1F000 && point <= 0x1FAFF);
}

/* Writes the letters and digits in lower case. */
static void
fold(char out[FOLDED_MAX + 1], const char *name, size_t size)
{
	const uint8_t *from = (const uint8_t *)name;
	size_t written = 0, length;

	for (size_t at = 0; at < size && written + 4 <= FOLDED_MAX; at += length) {
		uint32_t point = 0;

		length = utf8_read(from + at, size - at, &point);
		if (point >= 0xFF01 && point <= 0xFF5E)
			point -= 0xFEE0; /* full width */
		if (point >= 'A' && point <= 'Z')
			point += 'a' - 'A';
		if ((point >= 'a' && point <= 'z') || (point >= '0' && point <= '9')) {
			out[written++] = (char)point;
		} else if (!is_ignored(point)) {
			memcpy(out + written, name + at, length);
			written += length;
		}
	}
	out[written] = '\0';
}

/* Whether a folded text consists of words of the table. */
static bool
is_of_words(const char *text, size_t size)
{
	if (size == 0)
		return true;
	for (size_t i = 0; i < COUNT_OF(words); i++) {
		const size_t length = strlen(words[i]);

		if (length <= size && memcmp(text, words[i], length) == 0 &&
			is_of_words(text + length, size - length))
			return true;
	}
	return false;
}

/* Whether a folded name is `owner`, or `owner` among words of the table. */
static bool
is_of(const char *name, const char *owner)
{
	const size_t size = strlen(owner);

	if (size == 0)
		return false;
	for (const char *at = strstr(name, owner); at != NULL;
		at = strstr(at + 1, owner)) {
		if (is_of_words(name, (size_t)(at - name)) &&
			is_of_words(at + size, strlen(at + size)))
			return true;
	}
	return false;
}

bool
official_name(const char *name, size_t size, const char *instance)
{
	char folded[FOLDED_MAX + 1], own[FOLDED_MAX + 1];

	fold(folded, name, size);
	fold(own, instance, strlen(instance));
	return strcmp(folded, DELETED) == 0 || is_of(folded, PRODUCT) ||
		is_of(folded, own);
}
