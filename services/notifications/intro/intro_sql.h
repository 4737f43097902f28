/*
 * intro_sql.h - SQL for introduction requests.
 *
 * The fragments use the table intros `i`, the sender `f` with the profile `fa`, and the
 * recipient `t` with the profile `ta`. $1 is the caller, who is the sender or the
 * recipient.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_INTRO_INTRO_SQL_H
#define KITH_SERVICES_NOTIFICATIONS_INTRO_INTRO_SQL_H

#include "common/schema/visible_sql.h"

#define INTRO_TABLES \
	SQL("intros i JOIN members f ON f.id = i.sender_id" \
	    " JOIN profiles fa ON fa.member_id = f.id" \
	    " JOIN members t ON t.id = i.recipient_id" \
	    " JOIN profiles ta ON ta.member_id = t.id")

/* A pending request past its expiry counts as expired, whatever its row says. */
#define INTRO_STATUS \
	SQL("CASE WHEN i.status = 'pending' AND i.expires_at <= now() THEN 'expired'" \
	    " ELSE i.status END")

/* The title of the context; null when the caller may not see it. */
#define INTRO_CONTEXT_TITLE \
	SQL("CASE i.context_kind WHEN 'profile' THEN t.name" \
	    " WHEN 'post' THEN (SELECT p.title FROM posts p JOIN members m" \
	    " ON m.id = p.author_id WHERE p.id = i.context_id AND " POST_VISIBLE ")" \
	    " ELSE (SELECT e.title FROM events e JOIN members m ON m.id = e.host_id" \
	    " WHERE e.id = i.context_id AND " EVENT_TOLD ") END")

/* Only a withdrawal ends a request before its time. */
#define INTRO_WITHDRAWN \
	SQL("i.status = 'expired' AND i.expires_at < i.created_at + interval '14 days'")

/* `email` is the other member's address, and null unless the request is accepted. */
#define INTRO_COLUMNS \
	SQL("i.id, " INTRO_STATUS " AS status, " INTRO_WITHDRAWN " AS withdrawn," \
	    " CASE WHEN i.sender_id = $1 THEN 'sent' ELSE 'received' END AS direction," \
	    " i.context_kind, wire_id(CASE i.context_kind WHEN 'profile' THEN 'usr'" \
	    " WHEN 'post' THEN 'post' ELSE 'evt' END, i.context_id) AS context_id," \
	    " " INTRO_CONTEXT_TITLE " AS context_title, i.message," \
	    " f.id AS from_user_id, fa.handle AS from_handle, f.name AS from_name," \
	    " f.image AS from_image, fa.headline AS from_headline," \
	    " t.id AS to_user_id, ta.handle AS to_handle, t.name AS to_name," \
	    " t.image AS to_image, ta.headline AS to_headline," \
	    " CASE WHEN i.status = 'accepted'" \
	    " THEN CASE WHEN i.sender_id = $1 THEN t.email ELSE f.email END" \
	    " END AS email, i.created_at, i.responded_at, i.expires_at")

#endif
