-- 0611_notifications_event_place: the notification about a changed event says where it
-- takes place. Owner: notifications.
GRANT SELECT (location) ON events TO kith_role_notifications;
