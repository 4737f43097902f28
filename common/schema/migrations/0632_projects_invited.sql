-- 0632_projects_invited: an invitation by an organization shows it no private project, so
-- the services that follow the visibility of projects read which side asked. Owner:
-- projects.
GRANT SELECT (initiated_by) ON affiliations TO kith_role_content, kith_role_notifications;
