-- 0670_notifications_account_deleted: the mail about a deleted account. Owner:
-- notifications.
SELECT add_mail_template('account_deleted');
