/*
 * page.h - pages that people use: what each reads, and what can be done on it.
 *
 * A page is an entry of a table. It says which operations it reads and which forms
 * stand on it, and has one function that writes it. Everything else is done here, for
 * all alike: the session's cookie, the limits and guards of REST for each operation,
 * the form's fields by the contract's record, protection against other sites' posts,
 * what was typed and what was wrong with it, the way to the sign-in page and back.
 * Operations are called by invoke(), as REST calls them: who may open a page is whoever
 * may call what it reads.
 *
 *     GET   reads, one after the other -> write
 *     POST  form's operation -> 303 to `done`, or the page itself with what it answered
 *                            -> refused: the reads, and the page with what was wrong
 */
#ifndef KITH_GATEWAY_WEB_PAGE_H
#define KITH_GATEWAY_WEB_PAGE_H

#include "common/json/json.h"
#include "gateway/core/invoke/invoke.h"
#include "gateway/core/request/pairs.h"

#define PAGE_READS_MAX 4
#define PAGE_FORMS_MAX 8
#define PAGE_CAPTURES_MAX 2

struct view;

/* An operation that a page reads. Its input comes from the path's {names} and from the
 * query. */
struct page_read {
	const struct op *op;
	const char *also; /* more of its input: "status=pending"; or NULL */
};

enum control_kind {
	CONTROL_LINE, /* one line, by its field: an address, a number, a text */
	CONTROL_AREA, /* several lines */
	CONTROL_PASSWORD,
	CONTROL_CODE,   /* six digits, or a recovery code */
	CONTROL_CHECK,  /* a boolean */
	CONTROL_CHOICE, /* an enum, or a number with .choices */
	CONTROL_CHECKS, /* several of .choices: a list */
	CONTROL_HIDDEN,
};

struct choice {
	const char *value, *label, *hint; /* .hint may be NULL */
};

/* A field of the operation's input as people see it; bounds are the contract's. */
struct control {
	const char *name; /* of the field */
	enum control_kind kind;
	const char *label;
	const char *hint;             /* NULL = none */
	const char *autocomplete;     /* for password managers; NULL = "off" */
	const struct choice *choices; /* ended by one without a value */
	const char *value; /* at first; NULL = what `values` of form_put() hold */
};

/* What is left to do when a form's operation has succeeded: set view->location or
 * view->cookie by view->answer. */
typedef void form_finish(struct view *view);

/* What the operation is called with, where that is not what was typed. */
typedef struct pairs form_prepare(const struct view *view);

/* Something that can be done on a page, with one operation. */
struct form {
	const char *path;    /* where it is posted: "/settings/tokens/{id}/revoke" */
	const struct op *op; /* its fields are all that the form may have */
	const char *also;    /* more of its input, fixed: "role=admin"; or NULL */
	const struct control *controls;
	size_t control_count;
	const char *button; /* what it says */
	bool danger;        /* it takes something away */
	bool plain;         /* it says no, beside one that says yes */
	bool primary;       /* it is what one most likely came for, in a list as well */
	bool returns;       /* to where one came from (`next`), if that is known */
	/* `next` along to .done, as one comes back later, perhaps by a mail */
	bool carries;
	const char
		*done; /* the path that shows what is there now; NULL = the page itself */
	const char *said;      /* the notice that stands there then */
	form_prepare *prepare; /* NULL = what was typed is sent */
	form_finish *finish;   /* NULL = nothing is left to do */
};

struct page {
	const char *path; /* "/settings/tokens"; {name} is one segment */
	const char *title;
	struct page_read reads[PAGE_READS_MAX];   /* ended by one without an operation */
	const struct form *forms[PAGE_FORMS_MAX]; /* ended by NULL */
	void (*write)(struct view *view);         /* what stands in <main> */
	bool open; /* for everybody, without the reads that one may not make */
	/* a form may end at another origin: no form-action in its policy */
	bool leads_away;
	bool narrow; /* one small form: a card in the middle */
	bool titled; /* it puts its own <h1> */
	bool wide;   /* a table that needs the room */
	const char *
		/* its name in the menu of the section, its path's first segment; or
		 * NULL */
		menu;
};

/* All pages; gateway/pages.c. */
extern const struct page *const pages[];
extern const size_t page_count;

/* What the writer of a page sees. Everything lives as long as the request. */
struct view {
	struct arena *arena;
	struct buffer *out;
	const struct page *page;
	const struct principal *principal;     /* .membership NONE = a stranger */
	const json_t *answers[PAGE_READS_MAX]; /* of the reads; NULL = left out */
	struct http_parameter captures[PAGE_CAPTURES_MAX]; /* the path's {names} */
	size_t capture_count;
	struct pairs query;
	const struct form *form; /* that was posted, or NULL; and of it: */
	struct pairs typed;
	const struct message_reply *refusal; /* NULL = it succeeded */
	const json_t *answer;                /* when it did */
	const char *next;   /* where one came from: a path of ours, or NULL */
	const char *kept;   /* the same, of an app, while one reads a mail; or NULL */
	const char *row;    /* the id of the list's item that is being put, or NULL */
	const char *csrf;   /* binds forms to the session; NULL for strangers */
	const char *notice; /* what was done before one came here, or NULL */
	/* For form_finish: */
	const char *location; /* where to go instead of .done; may be another origin's */
	const char *cookie;   /* a Set-Cookie, or NULL */
};

/* Puts a form: its fields with labels, hints, what was typed and what was wrong with it.
 * `values` is the object from which fields are filled at first, or NULL. */
void form_put(struct view *view, const struct form *form, const json_t *values);

/* The same in pieces, for forms that say more. Each capture of the path that the view
 * does not have is given here: "id". */
void form_begin(struct view *view, const struct form *form, const char *path);
void form_controls(struct view *view, const struct form *form, const json_t *values);
void form_end(struct view *view, const struct form *form);

/* One field of a form, as form_controls() puts all; and for a form that is a table, a
 * box that is ticked or not, and its label, each by itself. */
void form_control(struct view *view, const struct form *form,
	const struct control *control, const json_t *values);
void
form_label(struct view *view, const struct form *form, const struct control *control);
void form_box(struct view *view, const struct form *form, const struct control *control,
	const json_t *values);

/* A form that is one button in a list: `id` fills the one {name} of its path, or its
 * one control, and `whose` says to screen readers what it is about. */
void form_button(
	struct view *view, const struct form *form, const char *id, const char *whose);

/* The same folded up, with its controls, until it is opened. */
void
form_fold(struct view *view, const struct form *form, const char *id, const char *whose);

/* The same in pieces, for more than one form behind one fold; it is open where `form`
 * was refused. */
void form_fold_begin(struct view *view, const struct form *form, const char *label,
	const char *id, const char *whose);
void form_of_row(struct view *view, const struct form *form, const char *id);
void form_fold_end(struct view *view);

/* The filters of a list: a form that asks for the same page with them in its query. */
void form_filters(struct view *view, const struct op *op, const struct control *controls,
	size_t count);

/* A path of the table with its {names} filled in. */
const char *page_path(struct arena *arena, const char *path,
	const struct http_parameter *captures, size_t count);

/* A member of an answer by its path, "account.profile.handle"; "" where there is none. */
const char *view_text(const json_t *answer, const char *path);
const json_t *view_member(const json_t *answer, const char *path);

/* An integer of an answer, in digits. */
const char *view_number(const struct view *view, const json_t *answer, const char *path);

/* Whether a time of an answer has passed; never, where there is none. */
bool view_has_passed(const char *time);

/* A query parameter, or "". */
const char *view_query(const struct view *view, const char *name);

/* A link to the page of a list behind this one, when there is one. */
void view_more(struct view *view, const json_t *answer);

/* What a browser calls itself, in words: "Firefox on Linux". */
const char *view_program(struct arena *arena, const char *user_agent);

/* Whether a path may follow our own origin in Location: it names something here,
 * whatever a browser makes of it. */
bool view_path_is_ours(const char *path);

/* Whether an app has sent the browser, which goes on from there. */
bool view_is_for_app(const struct view *view);

#endif
