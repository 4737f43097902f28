/*
 * image_ops.h - the operations that set the image of a record, from one description of
 * it.
 *
 * A record that has an image describes it in a macro, and applies that to each kind of
 * operation:
 *
 *     #define POST_PHOTO(KIND, ...) KIND(service, path, title, object, who, size, use,
 *             output, get, problems, conflicts, __VA_ARGS__)
 *     const struct op op_post_photo_set =
 *             POST_PHOTO(IMAGE_SET, "post_photo_set", &input);
 *
 * title "the photo of an ask", in summaries object "the photo of one of your asks", in
 * sentences who " For its owners and admins.", or "" size IMAGE_CUT or IMAGE_FITTED, as
 * `use` says
 */
#ifndef KITH_PROTO_MEDIA_IMAGE_OPS_H
#define KITH_PROTO_MEDIA_IMAGE_OPS_H

#include "proto/media/media.h"
#include "proto/op.h"

#define IMAGE_CUT "cropped to a square"
#define IMAGE_FITTED "scaled down to fit 1600 x 1600 pixels"

#define IMAGE_SENT \
	" Send a JPEG, PNG, WebP or GIF image as the body, or multipart/form-data with " \
	"one part `file`. The image can have at most 8 MiB and 40 megapixels, or fewer " \
	"if it is no JPEG or has many scans; each side must have 32 to 10,000 pixels."
#define IMAGE_COPIED \
	" The server stores a copy of the image and never serves the original URL."

/* PUT: the image is the body. */
#define IMAGE_SET(at, route, title, object, who, size, image_use, record, get, refusals, \
	constraints, op_name, takes) \
	{ \
		.name = op_name, .service = at, .method = METHOD_PUT, .path = route, \
		.summary = "Set " title, \
		.doc = "Sets " object ", which is " size "." who IMAGE_SENT, \
		.input = takes, .output = record, .guard = GUARD_MEMBER, \
		.scopes = SCOPE_NETWORK_WRITE, .tx = TX_WRITE, .current = get, \
		.image = {IMAGE_BODY, image_use}, .problems = refusals, \
		.conflicts = constraints, \
	}

/* PUT: the server fetches the image from a URL. */
#define IMAGE_SET_FROM_URL(at, route, title, object, who, size, image_use, record, get, \
	refusals, constraints, op_name, takes) \
	{ \
		.name = op_name, .service = at, .method = METHOD_PUT, \
		.path = route "/from-url", .summary = "Set " title " from an address", \
		.doc = "Sets " object " to an image on the web, " size \
		       "." who IMAGE_COPIED, \
		.input = takes, .output = record, .guard = GUARD_MEMBER, \
		.scopes = SCOPE_NETWORK_WRITE, .tx = TX_WRITE, .current = get, \
		.image = {IMAGE_URL, image_use}, .problems = refusals, \
		.conflicts = constraints, \
	}

/* DELETE: removes the image. */
#define IMAGE_REMOVE(at, route, title, object, who, size, image_use, record, get, \
	refusals, constraints, op_name, takes) \
	{ \
		.name = op_name, .service = at, .method = METHOD_DELETE, .path = route, \
		.summary = "Remove " title, .doc = "Removes " object "." who, \
		.input = takes, .output = record, .guard = GUARD_MEMBER, \
		.scopes = SCOPE_NETWORK_WRITE, .tx = TX_WRITE, .current = get, \
		.problems = refusals, \
	}

/* A tool: sets the image from a URL, or removes it. */
#define IMAGE_CHOOSE(at, route, title_, object, who, size, image_use, record, get, \
	refusals, constraints, op_name, takes, tool_name, tool_rank) \
	{ \
		.name = op_name, .service = at, .summary = "Set or remove " title_, \
		.doc = "Sets " object \
		       " to an image on the web, or removes it." who IMAGE_COPIED, \
		.input = takes, .output = record, .guard = GUARD_MEMBER, \
		.scopes = SCOPE_NETWORK_WRITE, .tx = TX_WRITE, \
		.image = {IMAGE_CHOSEN, image_use}, .problems = refusals, \
		.conflicts = constraints, \
		.tool = { \
			.name = tool_name, \
			.title = "Set " title_, \
			.doc = "Sets " object \
			       " to a copy of a web image, or removes it." who, \
			.destructive = true, \
			.idempotent = true, \
			.open_world = true, \
			.rank = tool_rank, \
		}, \
	}

/* The input of such an operation: the first `number` fields of `array`. */
#define IMAGE_INPUT(record_name, holder, array, number, sentence) \
	{ \
		.name = record_name, .doc = sentence, .fields = array, .count = number, \
		.size = sizeof(holder) \
	}

#endif
