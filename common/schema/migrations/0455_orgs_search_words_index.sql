-- 0455_orgs_search_words_index: the search over everything: organizations. Owner: orgs.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.orgs_search_words;
CREATE INDEX CONCURRENTLY orgs_search_words ON kith.orgs
	USING gin (search_words) WITH (fastupdate = off);
