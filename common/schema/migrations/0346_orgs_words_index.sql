-- 0346_orgs_words_index: the search over everything: organizations. Owner: orgs.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.orgs_text;
CREATE INDEX CONCURRENTLY orgs_text ON kith.orgs
	USING gin (kith.text_terms(name || ' ' || description));
