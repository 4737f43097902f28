#include "gateway/account/qr.h"

#include <qrencode.h>

#include "gateway/web/html.h"

/* The white margin that scanners need. */
#define MARGIN 4
/* One path per square: "M12 34h1v1h-1z". */
#define DARK 1

void
qr_put(struct buffer *out, const char *text, const char *label)
{
	QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
	const char *size;

	if (code == NULL)
		return;
	size = arena_printf(out->arena, "%d", code->width + 2 * MARGIN);
	html_putf(out,
		"<svg class=\"qr\" role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %s %s\" "
		"shape-rendering=\"crispEdges\"><rect class=\"qr-light\" width=\"%s\" "
		"height=\"%s\"/><path class=\"qr-dark\" d=\"",
		label, size, size, size, size);
	for (int y = 0; y < code->width; y++) {
		for (int x = 0; x < code->width; x++) {
			if ((code->data[y * code->width + x] & DARK) != 0)
				html_put(out,
					arena_printf(out->arena, "M%d %dh1v1h-1z",
						x + MARGIN, y + MARGIN));
		}
	}
	html_put(out, "\"/></svg>\n");
	QRcode_free(code);
}
