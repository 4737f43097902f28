/*
 * reminder_sql.h - SQL that tests whether a notice is still valid when it is delivered.
 *
 * A reminder is written before it is delivered (common/outbox/outbox.h). Meanwhile an ask
 * may be closed or get another expiry, which has a reminder of its own. An event may move
 * or be cancelled, and an attendee may withdraw. An intro request may be withdrawn.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_REMINDER_SQL_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_REMINDER_SQL_H

#define REMINDER_SUBJECT(payload) "(" payload " ->> 'subject')::uuid"
#define REMINDER_MOMENT(payload) "(" payload " ->> 'moment')::timestamptz"

/* clang-format off */
#define NOTICE_STANDS(payload) \
	"CASE WHEN " payload " ->> 'kind' = 'intro_received' THEN" \
	" EXISTS (SELECT FROM intros i WHERE i.id = " REMINDER_SUBJECT(payload) \
	" AND i.status <> 'expired' FOR KEY SHARE)" \
	" WHEN NOT " payload " ? 'moment' THEN true" \
	" WHEN " payload " ->> 'kind' = 'post_expiring' THEN" \
	" EXISTS (SELECT FROM posts p" \
	" WHERE p.id = " REMINDER_SUBJECT(payload) " AND p.status = 'open'" \
	" AND p.expires_at = " REMINDER_MOMENT(payload) ")" \
	" WHEN " payload " ->> 'kind' = 'event_reminder' THEN" \
	" EXISTS (SELECT FROM events e" \
	" JOIN event_rsvps r ON r.event_id = e.id AND r.status = 'going'" \
	" AND r.member_id = (" payload " ->> 'recipient')::uuid" \
	" WHERE e.id = " REMINDER_SUBJECT(payload) " AND e.status = 'published'" \
	" AND e.starts_at = " REMINDER_MOMENT(payload) ") END"
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
