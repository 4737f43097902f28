#include "common/text/network.h"

#include <arpa/inet.h>
#include <string.h>

struct in6_addr
network_mapped(const struct in_addr *in4)
{
	struct in6_addr address = {0};

	address.s6_addr[10] = address.s6_addr[11] = 0xff;
	memcpy(address.s6_addr + 12, in4, sizeof(*in4));
	return address;
}

struct in6_addr
network_of_client(const struct in6_addr *address)
{
	const size_t bytes = IN6_IS_ADDR_V4MAPPED(address) ? 15 : 6;
	struct in6_addr network = {0};

	memcpy(network.s6_addr, address->s6_addr, bytes);
	return network;
}

bool
network_parse_address(const char *data, size_t size, struct in6_addr *out)
{
	char copy[INET6_ADDRSTRLEN];
	struct in_addr in4;

	if (size == 0 || size >= sizeof(copy) || memchr(data, '\0', size) != NULL)
		return false;
	memcpy(copy, data, size);
	copy[size] = '\0';
	if (inet_pton(AF_INET, copy, &in4) == 1) {
		*out = network_mapped(&in4);
		return true;
	}
	return inet_pton(AF_INET6, copy, out) == 1;
}

void
network_trim(const char **data, size_t *size)
{
	while (*size > 0 && (**data == ' ' || **data == '\t')) {
		(*data)++;
		(*size)--;
	}
	while (*size > 0 && ((*data)[*size - 1] == ' ' || (*data)[*size - 1] == '\t'))
		(*size)--;
}

/* Reads the bits after the slash: plain digits up to `most`. */
static bool
parse_bits(const char *data, size_t size, int most, int *out)
{
	int bits = 0;

	if (size == 0 || size > 3)
		return false;
	for (size_t i = 0; i < size; i++) {
		if (data[i] < '0' || data[i] > '9')
			return false;
		bits = bits * 10 + (data[i] - '0');
	}
	*out = bits;
	return bits <= most;
}

bool
network_parse(const char *data, size_t size, struct network *out)
{
	const char *slash = memchr(data, '/', size);
	const size_t address_size = slash != NULL ? (size_t)(slash - data) : size;
	const bool dotted = memchr(data, ':', address_size) == NULL;
	const int before = dotted ? NETWORK_MAPPED_BITS : 0;

	if (!network_parse_address(data, address_size, &out->address))
		return false;
	out->bits = 128;
	if (slash == NULL)
		return true;
	if (!parse_bits(slash + 1, size - address_size - 1, 128 - before, &out->bits))
		return false;
	out->bits += before;
	return true;
}

bool
network_next(const char **list, const char **data, size_t *size)
{
	if (*list == NULL)
		return false;
	*data = *list;
	*size = strcspn(*list, ",");
	*list = (*data)[*size] == ',' ? *data + *size + 1 : NULL;
	network_trim(data, size);
	return true;
}
