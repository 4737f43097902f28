-- 0661_notifications_links_wait_dropped: identity does not ask whether links wait any
-- more. Owner: notifications.
DROP FUNCTION links_wait(integer);
