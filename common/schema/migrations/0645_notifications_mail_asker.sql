-- 0645_notifications_mail_asker: who caused a mail: a member, or the network of somebody
-- without an account, as principal_key() of common/call/call.h gives it. Owner:
-- notifications.
ALTER TABLE outbox ADD COLUMN asker uuid;
