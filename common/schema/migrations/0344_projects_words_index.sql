-- 0344_projects_words_index: projects by the words of their names. Owner: projects.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.projects_words_of_name;
CREATE INDEX CONCURRENTLY projects_words_of_name ON kith.projects
	USING gin (words) WITH (fastupdate = off);
