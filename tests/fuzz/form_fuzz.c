/*
 * The first line is the Content-Type of a request, the other lines are its body, where a
 * bare line feed stands for CRLF, so that a corpus can be written by hand. An image that
 * is found lies inside the body between two equal delimiters, and malformed bodies have
 * none.
 */
#include "gateway/core/request/media.h"
#include "gateway/rest/image.h"
#include "gateway/rest/input.h"
#include "proto/media/media.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/gateway/rest/fake_request.h"

/* The rest of the input with CRLF for each line feed. */
static void
take_body(struct fuzz_input *input, struct http_request *request)
{
	struct buffer body = {.arena = input->arena};

	for (size_t i = 0; i < input->size; i++) {
		const bool bare =
			input->data[i] == '\n' && (i == 0 || input->data[i - 1] != '\r');

		buffer_append(&body, bare ? "\r\n" : (const char *)&input->data[i],
			bare ? 2 : 1);
	}
	request->body = body.data;
	request->body_size = body.size;
}

/* Checks that an empty line ends the bytes before the image, and that the bytes after it
 * begin with the first line of the body. */
static void
check_place(const struct http_request *request, const struct image_body *image)
{
	const char *body = (const char *)request->body;
	const size_t start = (size_t)((const char *)image->data - body);
	const size_t end = start + image->size;
	const char *first = memmem(body, request->body_size, "\r\n", 2);
	size_t line;

	FUZZ_HOLDS(first != NULL);
	line = (size_t)(first - body);
	FUZZ_HOLDS(line > 2 && memcmp(body, "--", 2) == 0);
	FUZZ_HOLDS(start >= line + 4 && memcmp(body + start - 4, "\r\n\r\n", 4) == 0);
	FUZZ_HOLDS(end + 2 + line + 2 <= request->body_size);
	FUZZ_HOLDS(memcmp(body + end, "\r\n", 2) == 0);
	FUZZ_HOLDS(memcmp(body + end + 2, body, line) == 0);
	FUZZ_HOLDS(memcmp(body + end + 2 + line, "--", 2) == 0);
	/* The image itself contains no such delimiter. */
	FUZZ_HOLDS(image->size < line + 2 ||
		memmem(image->data, image->size, body + end, line + 2) == NULL);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_input rest = {.arena = fuzz_arena(), .data = data, .size = size};
	struct rest_input input = {.map = {.arena = rest.arena}};
	const char *type = fuzz_line(&rest);
	struct http_request request = fake_request(rest.arena, "", "");
	const struct image_body *image = &input.image;

	fake_header_add("Content-Type", type);
	take_body(&rest, &request);
	rest_image_read(&input, &request);
	if (input.problem != PROBLEM_NONE || request.body_size == 0)
		return 0;
	FUZZ_HOLDS(image->size <= IMAGE_BYTES_MAX);
	FUZZ_HOLDS((const uint8_t *)image->data >= request.body);
	FUZZ_HOLDS((const uint8_t *)image->data + image->size <=
		request.body + request.body_size);
	if (media_type_is(type, "multipart/form-data"))
		check_place(&request, image);
	if (image->type != NULL)
		FUZZ_HOLDS(strlen(image->type) < size + 1);
	return 0;
}
