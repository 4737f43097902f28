#include "common/text/format.h"

/* Independent of the locale, so that formats do not change with the environment. */
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

bool
text_format_is_hex(char character)
{
	char lower = (char)(character | 0x20);

	return text_format_is_digit(character) || (lower >= 'a' && lower <= 'f');
}
