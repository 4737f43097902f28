#include "gateway/web/gzip.h"

#include <limits.h>
#define ZLIB_CONST
#include <zlib.h>

/* A window of 32 KiB, in the gzip format. */
#define WINDOW_BITS (15 + 16)
#define MEMORY_LEVEL 9

void
gzip_put(struct buffer *out, const void *data, size_t size)
{
	z_stream stream = {.next_in = data, .avail_in = (uInt)size};
	uLong bound;

	if (size > UINT_MAX / 2 ||
		deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW_BITS,
			MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
		return;
	bound = deflateBound(&stream, (uLong)size);
	stream.next_out = buffer_reserve(out, bound);
	stream.avail_out = (uInt)bound;
	if (deflate(&stream, Z_FINISH) == Z_STREAM_END)
		out->size += stream.total_out;
	deflateEnd(&stream);
}
