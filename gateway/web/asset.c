#include "gateway/web/asset.h"

/* A file of gateway/web/assets/, as the assembler takes it in: the Makefile says what this object
 * depends on. */
#define ASSET_FILE(symbol, name) \
	__asm__(".section .rodata\n" \
		".global " #symbol "\n" #symbol ":\n" \
		".incbin \"gateway/web/assets/" #name "\"\n" \
		".global " #symbol "_end\n" #symbol "_end:\n" \
		".byte 0\n" \
		".previous\n"); \
	extern const char symbol[], symbol##_end[]

ASSET_FILE(asset_style, kith.css);
ASSET_FILE(asset_icon, kith.svg);

const struct asset assets[] = {
	{"kith.css", "text/css; charset=utf-8", asset_style, asset_style_end},
	{"kith.svg", "image/svg+xml", asset_icon, asset_icon_end},
};

const size_t asset_count = sizeof(assets) / sizeof(assets[0]);
