/*
 * asset.h - the files that pages load, compiled into the gateway.
 */
#ifndef KITH_GATEWAY_WEB_ASSET_H
#define KITH_GATEWAY_WEB_ASSET_H

#include <stdbool.h>
#include <stddef.h>

struct asset {
	const char *name; /* of /assets/<name> */
	const char *content_type;
	const char *body, *end;
};

extern const struct asset assets[];
extern const size_t asset_count;

/* Whether the build contains the reference viewer, which it downloads. */
bool asset_has_viewer(void);

/* A hand-written page of the documentation: the markup in <main>. {base} stands for the
 * address of the instance. */
struct guide {
	const char *path, *title;
	const char *body, *end;
};

extern const struct guide guides[];
extern const size_t guide_count;

#endif
