/*
 * reminder_sql.h - whether what a reminder is about still stands, asked when it is due.
 *
 * A reminder is written before it is delivered (common/outbox/outbox.h); meanwhile an ask may be
 * closed, or its expiry moved, and then another reminder is on its way. An event may move or be
 * cancelled, and whoever was going may not be any more.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_REMINDER_SQL_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_REMINDER_SQL_H

#define REMINDER_SUBJECT(payload) "(" payload " ->> 'subject')::uuid"
#define REMINDER_MOMENT(payload) "(" payload " ->> 'moment')::timestamptz"

/* True of every notice that is no reminder. */
#define REMINDER_STANDS(payload) \
	"(NOT " payload " ? 'moment' OR CASE " payload " ->> 'kind'" \
	" WHEN 'post_expiring' THEN EXISTS (SELECT FROM posts p WHERE p.id = " REMINDER_SUBJECT(payload) " AND p.status = 'open' AND p.expires_at = " REMINDER_MOMENT( \
		payload) ")" \
			 " WHEN 'event_reminder' THEN EXISTS (SELECT FROM events e" \
			 " JOIN event_rsvps r ON r.event_id = e.id AND r.status = 'going'" \
			 " AND r.member_id = (" payload " ->> 'recipient')::uuid" \
			 " WHERE e.id = " REMINDER_SUBJECT( \
				 payload) " AND e.status = 'published'" \
					  " AND e.starts_at = " REMINDER_MOMENT( \
						  payload) ") END)"

/* Whether a notification `n` still has its time to be mailed: the server may have been away for a day,
 * and no reminder is sent of what is over, was called off, or comes later than it says. */
#define NOTICE_TIMELY \
	"CASE n.kind WHEN 'event_reminder' THEN EXISTS (SELECT FROM events te" \
	" JOIN event_rsvps tr ON tr.event_id = te.id AND tr.member_id = n.recipient" \
	" AND tr.status = 'going' WHERE te.id = n.subject_id AND te.status = 'published'" \
	" AND te.starts_at > now() AND te.starts_at <= n.created_at + interval '25 hours')" \
	" WHEN 'post_expiring' THEN EXISTS (SELECT FROM posts tp WHERE tp.id = n.subject_id" \
	" AND tp.status = 'open' AND tp.expires_at > now()" \
	" AND tp.expires_at <= n.created_at + interval '73 hours') ELSE true END"

#endif
