-- 0660_notifications_mail_queue_dropped: the order of mails since 0653 uses
-- outbox_mail_order. Owner: notifications.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.outbox_mail_queue;
