-- 0609_notifications_org_removed: members are told that they were removed from an
-- organization. Owner: notifications.
SELECT add_to_check(name, 'account_approved', 'org_removed')
FROM unnest('{inbox_kind_check, outbox_kind_check, notification_preferences_mail_on_check,
	notification_preferences_mail_off_check}'::name[]) AS checks (name);
