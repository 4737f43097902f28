/*
 * asset.h - the files that pages load: compiled in, so that a gateway is one file.
 */
#ifndef KITH_GATEWAY_WEB_ASSET_H
#define KITH_GATEWAY_WEB_ASSET_H

#include <stddef.h>

struct asset {
	const char *name; /* of /assets/<name> */
	const char *content_type;
	const char *body, *end;
};

extern const struct asset assets[];
extern const size_t asset_count;

#endif
