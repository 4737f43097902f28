-- 0646_notifications_mails_asked_index: the mails that wait, by who caused them. Owner:
-- notifications.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.outbox_mails_asked;
CREATE INDEX CONCURRENTLY outbox_mails_asked ON kith.outbox (asker, (secret IS NULL))
	WHERE topic = 'mail' AND status = 'pending';
