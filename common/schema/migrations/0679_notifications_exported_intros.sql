-- 0679_notifications_exported_intros: the export of a member's data names no suspended
-- member, and leaves out what such a member wrote, as the list of introductions does.
-- Owner: notifications.

CREATE OR REPLACE VIEW export_intros AS
	SELECT d.member_id, i.created_at AS place_at, i.id AS place_id,
		i.id, d.direction, coalesce(a.handle, '') AS handle,
		i.context_kind AS "contextKind",
		CASE WHEN d.direction = 'sent' OR m.id IS NOT NULL THEN i.message
			ELSE '' END AS message,
		CASE WHEN i.status = 'pending' AND i.expires_at <= now() THEN 'expired'
			ELSE i.status END AS status,
		i.created_at AS "createdAt", i.responded_at AS "respondedAt"
	FROM intros i CROSS JOIN LATERAL (VALUES
		(i.sender_id, 'sent', i.recipient_id),
		(i.recipient_id, 'received', i.sender_id))
		AS d (member_id, direction, other_id)
	LEFT JOIN members m ON m.id = d.other_id AND m.status = 'active'
	LEFT JOIN profiles a ON a.member_id = m.id;
