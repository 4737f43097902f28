-- 0638_notifications_mails_waiting_index: the mails that wait for an address. Owner:
-- notifications.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.outbox_mails_waiting;
CREATE INDEX CONCURRENTLY outbox_mails_waiting
	ON kith.outbox (lower(payload ->> 'toAddress'), (secret IS NULL))
	WHERE topic = 'mail' AND status = 'pending';
