/*
 * asset.h - the files that pages load: compiled in, so that a gateway is one file.
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

/* Whether the viewer of the reference is among them: a build that could not fetch it
 * has none. */
bool asset_has_viewer(void);

/* A page of the documentation that is written by hand: what stands in <main>, as markup
 * in which {base} is the instance's address. */
struct guide {
	const char *path, *title;
	const char *body, *end;
};

extern const struct guide guides[];
extern const size_t guide_count;

#endif
