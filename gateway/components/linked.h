/*
 * linked.h - web addresses in texts of members, as links.
 */
#ifndef KITH_GATEWAY_COMPONENTS_LINKED_H
#define KITH_GATEWAY_COMPONENTS_LINKED_H

#include "common/base/arena.h"

/*
 * Writes a UTF-8 text in which each web address is a link that shows the whole address.
 * An address begins with http:// or https:// and a host of ASCII characters that has a
 * dot. It ends before a blank, a quotation mark, an angle bracket, or a character from
 * U+2000 to U+206F or U+3000 to U+303F, and before the punctuation of the sentence around
 * it. An address with a user name is text, because the name can look like another host.
 */
void linked_put(struct buffer *out, const char *text);

#endif
