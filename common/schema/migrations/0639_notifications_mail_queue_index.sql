-- 0639_notifications_mail_queue_index: the mails in the order in which they are sent.
-- Owner: notifications.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.outbox_mail_queue;
CREATE INDEX CONCURRENTLY outbox_mail_queue
	ON kith.outbox ((secret IS NULL), turn, next_attempt_at)
	WHERE topic = 'mail' AND status = 'pending';
