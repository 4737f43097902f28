-- 0347_projects_text_index: the search over everything: projects. Owner: projects.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.projects_text;
CREATE INDEX CONCURRENTLY projects_text ON kith.projects
	USING gin (kith.text_terms(name || ' ' || summary || ' ' || description));
