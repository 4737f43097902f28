#include "gateway/web/refusal.h"

#include <ctype.h>
#include <string.h>

#include "common/text/wait.h"
#include "gateway/web/html.h"

#define LATER "; try again later"

bool
refusal_wants_page(const struct http_request *request)
{
	const char *accept = http_header(request, "Accept");

	return accept != NULL && strstr(accept, "text/html") != NULL;
}

bool
refusal_is_temporary(enum problem problem)
{
	return problems[problem].status == 429 || problems[problem].status == 503;
}

/* What happened, without the time to wait that a detail leaves open. */
static const char *
fact_of(struct arena *arena, const struct message_reply *reply)
{
	const char *said =
		reply->detail != NULL ? reply->detail : problems[reply->problem].title;
	const size_t size = strlen(said), later = strlen(LATER);

	/* The detail is for programs, which repeat requests with their idempotency
	 * key. */
	if (reply->problem == PROBLEM_TIMEOUT && reply->detail != NULL)
		return "This took too long, but it may have been done. Check before you "
		       "try it again";
	if (reply->problem == PROBLEM_PRECONDITION_FAILED)
		return "Somebody has changed this in the meantime. Your changes are "
		       "below; check them and save again";
	if (refusal_is_temporary(reply->problem) && size > later &&
		strcmp(said + size - later, LATER) == 0)
		return arena_copy(arena, said, size - later);
	return said;
}

/* "Try again in 20 seconds."; "" when the fact says so itself. */
static const char *
advice_of(struct arena *arena, const struct message_reply *reply, const char *fact)
{
	char words[WAIT_WORDS_SIZE];

	if (!refusal_is_temporary(reply->problem) || strstr(fact, "again in ") != NULL ||
		strstr(fact, "possible in ") != NULL)
		return "";
	if (reply->retry_after_s <= 0)
		return " Try again in a moment.";
	wait_words(words, reply->retry_after_s);
	return arena_printf(arena, " Try again in %s.", words);
}

const char *
refusal_sentence(struct arena *arena, const struct message_reply *reply)
{
	const char *fact = fact_of(arena, reply);
	const size_t size = strlen(fact);
	const bool ended = size > 0 && strchr(".!?", fact[size - 1]) != NULL;
	char *sentence = arena_printf(
		arena, "%s%s%s", fact, ended ? "" : ".", advice_of(arena, reply, fact));

	sentence[0] = (char)toupper((unsigned char)sentence[0]);
	return sentence;
}

const char *
refusal_title(const struct message_reply *reply, bool picture)
{
	if (reply->problem != PROBLEM_PAYLOAD_TOO_LARGE)
		return problems[reply->problem].title;
	return picture ? "The picture is too large" : "The text is too long";
}

/* Says where typed values are: the answer to a form replaces its page. */
static void
put_typed(struct buffer *out, const struct http_request *request)
{
	if (request->method == METHOD_POST)
		html_put(out,
			"<p>Go back in your browser to the form: most browsers still "
			"show what you typed.</p>\n");
}

void
refusal_put(struct buffer *out, const struct http_request *request,
	const struct message_reply *reply, bool picture)
{
	const struct problem_info *info = &problems[reply->problem];
	const bool temporary = refusal_is_temporary(reply->problem);

	if (reply->problem == PROBLEM_PAYLOAD_TOO_LARGE) {
		html_putf(out,
			picture ? "<p class=\"lead\">A picture may have %s MB: make it "
				  "smaller or choose another one.</p>\n"
				: "<p class=\"lead\">All fields of a form together may "
				  "have %s KB.</p>\n"
				  "<p>Go back in your browser: most browsers still "
				  "show what you typed. Shorten it and send it "
				  "again.</p>\n",
			arena_printf(out->arena, "%zu",
				picture ? (size_t)IMAGE_BYTES_MAX / 1024 / 1024
					: request->body_bytes_max / 1024));
		return;
	}
	if (temporary || reply->detail != NULL)
		html_putf(out, "<p class=\"lead\">%s</p>\n",
			refusal_sentence(out->arena, reply));
	if (temporary)
		put_typed(out, request);
	else
		html_prose(out, info->explanation);
}

void
refusal_page(struct buffer *out, const struct http_request *request,
	const struct message_reply *reply)
{
	const char *title = refusal_title(reply, false);

	html_open(out, title, "narrow");
	html_main(out);
	html_putf(out, "<h1>%s</h1>\n<div class=\"card\">\n", title);
	refusal_put(out, request, reply, false);
	html_put(out,
		"<p class=\"actions\"><a class=\"button\" href=\"/\">Go to the front "
		"page</a></p>\n</div>\n");
	html_close(out);
}
