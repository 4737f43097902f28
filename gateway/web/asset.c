#include "gateway/web/asset.h"

#include <string.h>

static const char style[] =
	":root {\n"
	"\t--accent: #1d5fa8; --text: #1c1e21; --quiet: #5a6068; --ground: #ffffff;\n"
	"\t--line: #d9dce1; --block: #f5f6f8; color-scheme: light dark;\n"
	"}\n"
	"@media (prefers-color-scheme: dark) {\n"
	"\t:root { --accent: #7fb2ee; --text: #e8eaed; --quiet: #a5acb5; --ground: #16181b;\n"
	"\t\t--line: #363a40; --block: #1f2226; }\n"
	"}\n"
	"* { box-sizing: border-box; }\n"
	"body { margin: 0; background: var(--ground); color: var(--text);\n"
	"\tfont: 1.0625rem/1.55 system-ui, sans-serif; }\n"
	"header { border-bottom: 1px solid var(--line); }\n"
	"header nav, main { max-width: 52rem; margin: 0 auto; padding: .75rem 1.25rem; }\n"
	"header a { margin-right: 1rem; text-decoration: none; }\n"
	"header a.name { color: var(--text); font-weight: 700; }\n"
	"main { padding-bottom: 4rem; }\n"
	"a { color: var(--accent); }\n"
	"a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible,\n"
	"[tabindex]:focus-visible {\n"
	"\toutline: 3px solid var(--accent); outline-offset: 2px; }\n"
	"h1 { font-size: 1.9rem; line-height: 1.2; margin: 2rem 0 1rem; }\n"
	"h2 { font-size: 1.35rem; margin: 2.5rem 0 .75rem; }\n"
	"h3 { font-size: 1.1rem; margin: 2rem 0 .5rem; }\n"
	"code, pre { font: .92em/1.5 ui-monospace, monospace; }\n"
	"code { background: var(--block); padding: .1em .3em; border-radius: 3px;\n"
	"\toverflow-wrap: break-word; }\n"
	"pre { background: var(--block); padding: .9rem 1rem; border-radius: 6px;\n"
	"\toverflow-x: auto; }\n"
	"pre code { background: none; padding: 0; overflow-wrap: normal; }\n"
	".scroll { overflow-x: auto; }\n"
	"table { border-collapse: collapse; width: 100%; margin: .5rem 0 1rem; }\n"
	"th, td { border-bottom: 1px solid var(--line); padding: .4rem .75rem .4rem 0;\n"
	"\ttext-align: left; vertical-align: top; }\n"
	"th { color: var(--quiet); font-weight: 600; font-size: .9rem; }\n"
	"p, li, dd { overflow-wrap: break-word; }\n"
	"dl.fields > div { border-bottom: 1px solid var(--line); padding: .5rem 0; }\n"
	"dl.fields dt code { font-weight: 600; }\n"
	"dl.fields dd { margin: .15rem 0 0; }\n"
	"ul.operations { list-style: none; padding: 0; }\n"
	"ul.operations li { padding: .25rem 0; scroll-margin-top: 1rem; }\n"
	"li:target, h2:target, h3:target { background: var(--block); }\n"
	"nav.resources { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }\n"
	"nav.resources [aria-current] { color: var(--text); font-weight: 600;\n"
	"\ttext-decoration: none; }\n"
	"summary { cursor: pointer; }\n"
	".quiet { color: var(--quiet); }\n"
	".method { font-weight: 700; color: var(--accent); }\n"
	"label { display: block; margin: 1rem 0 .3rem; font-weight: 600; }\n"
	"input { width: 100%; max-width: 26rem; padding: .6rem .7rem; font: inherit;\n"
	"\tcolor: inherit; background: var(--ground); border: 1px solid var(--quiet);\n"
	"\tborder-radius: 6px; }\n"
	"button { margin-top: 1rem; padding: .65rem 1.3rem; font: inherit; font-weight: 600;\n"
	"\tcolor: var(--ground); background: var(--accent); border: 0; border-radius: 6px;\n"
	"\tcursor: pointer; }\n"
	"button:disabled { opacity: .6; cursor: default; }\n"
	"[role=status] { min-height: 1.6em; font-weight: 600; }\n";

/* One script for both pages: a form posts its token and fields as JSON. */
static const char script[] =
	"'use strict';\n"
	"const form = document.querySelector('form[data-action]');\n"
	"const status = document.querySelector('[role=status]');\n"
	"const token = new URLSearchParams(location.search).get('token');\n"
	"async function send(event) {\n"
	"\tevent.preventDefault();\n"
	"\tconst button = form.querySelector('button');\n"
	"\tconst body = { token };\n"
	"\tfor (const field of form.querySelectorAll('input'))\n"
	"\t\tbody[field.name] = field.value;\n"
	"\tbutton.disabled = true;\n"
	"\tstatus.textContent = 'One moment\\u2026';\n"
	"\ttry {\n"
	"\t\tconst answer = await fetch(form.dataset.action, {\n"
	"\t\t\tmethod: 'POST',\n"
	"\t\t\theaders: { 'Content-Type': 'application/json' },\n"
	"\t\t\tbody: JSON.stringify(body),\n"
	"\t\t});\n"
	"\t\tif (answer.ok) {\n"
	"\t\t\tform.hidden = true;\n"
	"\t\t\tstatus.textContent = form.dataset.done;\n"
	"\t\t\thistory.replaceState(null, '', location.pathname);\n"
	"\t\t\treturn;\n"
	"\t\t}\n"
	"\t\tconst problem = await answer.json();\n"
	"\t\tstatus.textContent = problem.detail + '.';\n"
	"\t} catch {\n"
	"\t\tstatus.textContent = 'The instance could not be reached. Try again.';\n"
	"\t}\n"
	"\tbutton.disabled = false;\n"
	"}\n"
	"if (form && token) {\n"
	"\tform.hidden = false;\n"
	"\tform.addEventListener('submit', send);\n"
	"}\n";

/* An invitation: what it is for, and a button that accepts it. */
static const char invitation_script[] =
	"'use strict';\n"
	"const form = document.querySelector('form');\n"
	"const status = document.querySelector('[role=status]');\n"
	"const route = '/v1/org-invitations/' + location.pathname.split('/')[2];\n"
	"async function ask(path, method) {\n"
	"\tconst answer = await fetch(path, { method });\n"
	"\tconst body = await answer.json();\n"
	"\tif (!answer.ok)\n"
	"\t\tthrow new Error(body.detail + '.');\n"
	"\treturn body;\n"
	"}\n"
	"async function show() {\n"
	"\tconst it = await ask(route, 'GET');\n"
	"\tdocument.querySelector('#preview').textContent = `${it.invitedByName} invites`\n"
	"\t\t+ ` ${it.maskedEmail} into ${it.orgName} as ${it.role}. It is ${it.status}.`;\n"
	"\tform.hidden = it.status !== 'pending';\n"
	"}\n"
	"async function accept(event) {\n"
	"\tevent.preventDefault();\n"
	"\tconst org = await ask(route + '/accept', 'POST');\n"
	"\tform.hidden = true;\n"
	"\tstatus.textContent = `You are in ${org.name}.`;\n"
	"}\n"
	"const say = (error) => { status.textContent = error.message; };\n"
	"form.addEventListener('submit', (event) => accept(event).catch(say));\n"
	"show().catch(say);\n";

static const char icon[] =
	"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\">"
	"<circle cx=\"5\" cy=\"8\" r=\"3.5\" fill=\"#1d5fa8\"/>"
	"<circle cx=\"11\" cy=\"8\" r=\"3.5\" fill=\"none\" stroke=\"#1d5fa8\" "
	"stroke-width=\"1.5\"/></svg>\n";

static const struct asset assets[] = {
	{"kith.css", "text/css; charset=utf-8", style},
	{"form.js", "text/javascript; charset=utf-8", script},
	{"invitation.js", "text/javascript; charset=utf-8", invitation_script},
	{"kith.svg", "image/svg+xml", icon},
};

const struct asset *
asset_find(const char *name)
{
	for (size_t i = 0; i < sizeof(assets) / sizeof(assets[0]); i++)
		if (strcmp(assets[i].name, name) == 0)
			return &assets[i];
	return NULL;
}
