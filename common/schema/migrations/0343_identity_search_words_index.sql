-- 0343_identity_search_words_index: members by their words. Owner: identity.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.member_search_words;
CREATE INDEX CONCURRENTLY member_search_words ON kith.member_search
	USING gin (words) WITH (fastupdate = off);
