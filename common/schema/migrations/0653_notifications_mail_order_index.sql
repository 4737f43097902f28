-- 0653_notifications_mail_order_index: the mails in the order in which they are sent.
-- Mails to an address, which are about an account or have a link, come before
-- notifications and digests, which have a recipient. Processes of the release before use
-- outbox_mail_queue. Owner: notifications.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.outbox_mail_order;
CREATE INDEX CONCURRENTLY outbox_mail_order
	ON kith.outbox (((payload ->> 'toAddress') IS NULL), turn, next_attempt_at)
	WHERE topic = 'mail' AND status = 'pending';
