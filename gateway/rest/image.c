/*
 * image.c - an image as the body of a request: its bytes, or a form with one file (RFC
 * 7578).
 *
 * The form is parsed strictly: it has exactly one part, named `file`, and ends with the
 * body. The image itself is not inspected here.
 */
#include "gateway/rest/image.h"

#include <string.h>

#include "gateway/core/request/media.h"
#include "gateway/rest/answer.h"
#include "gateway/rest/exchange.h"
#include "gateway/rest/input.h"
#include "proto/media/media.h"

#define FORM "multipart/form-data"

static const char *const image_types[] = {
	"image/jpeg", "image/jpg", "image/png", "image/webp", "image/gif"};

size_t
rest_image_bytes_max(const struct http_request *request)
{
	bool form = media_type_is(http_header(request, "Content-Type"), FORM);

	return (size_t)IMAGE_BYTES_MAX + (form ? UPLOAD_FORM_BYTES : 0);
}

static void
refuse_for_room(void *data)
{
	rest_fail(data, PROBLEM_SERVICE_UNAVAILABLE, UPLOAD_NO_ROOM);
}

void
rest_image_wait(struct rest *rest)
{
	upload_wait_begin(&rest->waits, rest->request, &rest->principal.member,
		refuse_for_room, rest);
}

/* Reads the form, whose one part is the file. */
static void
read_form(struct rest_input *input, const struct http_request *request)
{
	struct upload_form form;

	input->detail = upload_read(request, &form);
	if (input->detail == NULL && form.count != 1)
		input->detail = "the form must have one part and nothing behind it";
	else if (input->detail == NULL && strcmp(form.parts[0].name.data, "file") != 0)
		input->detail = "the form's one part must have the name \"file\"";
	if (input->detail != NULL) {
		input->problem = PROBLEM_MALFORMED_REQUEST;
		return;
	}
	input->image = (struct image_body){
		.data = form.parts[0].data,
		.size = form.parts[0].size,
		.type = form.parts[0].type,
	};
}

/* ---- either body ---- */

void
rest_image_read(struct rest_input *input, const struct http_request *request)
{
	const char *type = http_header(request, "Content-Type");
	bool is_image = false;

	if (request->body_size == 0)
		return; /* a missing image is a fault of the input */
	if (media_type_is(type, FORM)) {
		read_form(input, request);
	} else {
		for (size_t i = 0; i < COUNT_OF(image_types); i++)
			is_image = is_image || media_type_is(type, image_types[i]);
		if (!is_image)
			input->problem = PROBLEM_UNSUPPORTED_MEDIA_TYPE;
		input->image = (struct image_body){
			.data = request->body, .size = request->body_size, .type = type};
	}
	if (input->problem == PROBLEM_NONE && input->image.size > IMAGE_BYTES_MAX)
		input->problem = PROBLEM_PAYLOAD_TOO_LARGE;
}
