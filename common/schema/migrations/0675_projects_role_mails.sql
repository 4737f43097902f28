-- 0675_projects_role_mails: the leads of a project are mailed about a new lead. A thief
-- made an accomplice one, who stayed after the recovery. Owner: projects.
GRANT SELECT (email, email_verified_at) ON members TO kith_role_projects;
GRANT EXECUTE ON FUNCTION wire_id(text, uuid) TO kith_role_projects;
