-- 0456_projects_search_words_index: the search over everything: projects.
-- Owner: projects.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.projects_search_words;
CREATE INDEX CONCURRENTLY projects_search_words ON kith.projects
	USING gin (search_words) WITH (fastupdate = off);
