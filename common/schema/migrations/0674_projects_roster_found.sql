-- 0674_projects_roster_found: a lead puts only members on a roster whom others find.
-- Owner: projects.
GRANT SELECT (onboarded_at) ON profiles TO kith_role_projects;
