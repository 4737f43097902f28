#include "gateway/web/asset.h"

/* NOLINTBEGIN(bugprone-macro-parentheses): assembler names take no parentheses. */
/* Embeds a file by the assembler. The Makefile sets the search path and the
 * dependencies. */
#define ASSET_FILE(symbol, name) \
	__asm__(".section .rodata\n" \
		".global " #symbol "\n" #symbol ":\n" \
		".incbin \"" name "\"\n" \
		".global " #symbol "_end\n" #symbol "_end:\n" \
		".byte 0\n" \
		".previous\n"); \
	extern const char symbol[], symbol##_end[]
/* NOLINTEND(bugprone-macro-parentheses) */

ASSET_FILE(asset_style, "kith.css");
ASSET_FILE(asset_icon, "kith.svg");
ASSET_FILE(asset_script, "kith.js");
ASSET_FILE(asset_start_viewer, "viewer.js");
ASSET_FILE(asset_viewer, "swagger-ui-bundle.js");
ASSET_FILE(asset_viewer_style, "swagger-ui.css");
ASSET_FILE(asset_start_rest, "start-rest.html");
ASSET_FILE(asset_start_assistant, "start-assistant.html");
ASSET_FILE(asset_start_operator, "start-operator.html");
ASSET_FILE(asset_start_admin, "start-admin.html");

const struct asset assets[] = {
	{"kith.css", "text/css; charset=utf-8", asset_style, asset_style_end},
	{"kith.js", "text/javascript; charset=utf-8", asset_script, asset_script_end},
	{"viewer.js", "text/javascript; charset=utf-8", asset_start_viewer,
		asset_start_viewer_end},
	{"swagger-ui-bundle.js", "text/javascript; charset=utf-8", asset_viewer,
		asset_viewer_end},
	{"swagger-ui.css", "text/css; charset=utf-8", asset_viewer_style,
		asset_viewer_style_end},
	{"kith.svg", "image/svg+xml", asset_icon, asset_icon_end},
};

const size_t asset_count = sizeof(assets) / sizeof(assets[0]);

const struct guide guides[] = {
	{"/docs/start/rest", "Start as a REST client", asset_start_rest,
		asset_start_rest_end},
	{"/docs/start/assistant", "Start with an assistant", asset_start_assistant,
		asset_start_assistant_end},
	{"/docs/start/operator", "Start as an operator", asset_start_operator,
		asset_start_operator_end},
	{"/docs/start/admin", "Start as an administrator", asset_start_admin,
		asset_start_admin_end},
};

const size_t guide_count = sizeof(guides) / sizeof(guides[0]);

bool
asset_has_viewer(void)
{
	return asset_viewer_end - asset_viewer > 0;
}
