#include "common/text/format.h"

/* ASCII only, whatever the locale: a format must not change with the environment. */
bool
text_format_is_digit(char character)
{
	return character >= '0' && character <= '9';
}

bool
text_format_is_letter(char character)
{
	char lower = (char)(character | 0x20);

	return lower >= 'a' && lower <= 'z';
}

/* A hexadecimal digit of either case. */
bool
text_format_is_hex(char character)
{
	char lower = (char)(character | 0x20);

	return text_format_is_digit(character) || (lower >= 'a' && lower <= 'f');
}
