-- 0440_notifications_details: notifications and their mails say what a person wrote: the
-- message of a request, an application, or the reason of a refusal. Owner: notifications.

GRANT SELECT (application) ON members TO kith_role_notifications;
GRANT SELECT (description, message, reason) ON org_applications
	TO kith_role_notifications;
GRANT SELECT (org_id, member_id, message, created_at) ON org_join_requests
	TO kith_role_notifications;
GRANT SELECT (role) ON project_members TO kith_role_notifications;
