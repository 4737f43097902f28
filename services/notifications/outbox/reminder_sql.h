/*
 * reminder_sql.h - SQL that tests whether a reminder is still valid when it is due.
 *
 * A reminder is written before it is delivered (common/outbox/outbox.h). Meanwhile an ask
 * may be closed or get another expiry, which has a reminder of its own. An event may move
 * or be cancelled, and an attendee may withdraw.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_REMINDER_SQL_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_REMINDER_SQL_H

#define REMINDER_SUBJECT(payload) "(" payload " ->> 'subject')::uuid"
#define REMINDER_MOMENT(payload) "(" payload " ->> 'moment')::timestamptz"

/* True for every notice that is not a reminder. */
/* clang-format off */
#define REMINDER_STANDS(payload) \
	"(NOT " payload " ? 'moment' OR CASE " payload " ->> 'kind'" \
	" WHEN 'post_expiring' THEN EXISTS (SELECT FROM posts p" \
	" WHERE p.id = " REMINDER_SUBJECT(payload) " AND p.status = 'open'" \
	" AND p.expires_at = " REMINDER_MOMENT(payload) ")" \
	" WHEN 'event_reminder' THEN EXISTS (SELECT FROM events e" \
	" JOIN event_rsvps r ON r.event_id = e.id AND r.status = 'going'" \
	" AND r.member_id = (" payload " ->> 'recipient')::uuid" \
	" WHERE e.id = " REMINDER_SUBJECT(payload) " AND e.status = 'published'" \
	" AND e.starts_at = " REMINDER_MOMENT(payload) ") END)"
/* clang-format on */

/* Whether a mail of the notification `n` is still timely. The server may have been
 * down for a day: no reminder is mailed of what is over or cancelled, or later than
 * its text says. */
#define NOTICE_TIMELY \
	"CASE n.kind WHEN 'event_reminder' THEN EXISTS (SELECT FROM events te" \
	" JOIN event_rsvps tr ON tr.event_id = te.id AND tr.member_id = n.recipient" \
	" AND tr.status = 'going'" \
	" WHERE te.id = n.subject_id AND te.status = 'published'" \
	" AND te.starts_at > now()" \
	" AND te.starts_at <= n.created_at + interval '25 hours')" \
	" WHEN 'post_expiring' THEN EXISTS (SELECT FROM posts tp" \
	" WHERE tp.id = n.subject_id AND tp.status = 'open'" \
	" AND tp.expires_at > now()" \
	" AND tp.expires_at <= n.created_at + interval '73 hours') ELSE true END"

#endif
