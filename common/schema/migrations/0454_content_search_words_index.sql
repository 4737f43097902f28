-- 0454_content_search_words_index: the search over everything: asks. Owner: content.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.posts_search_words;
CREATE INDEX CONCURRENTLY posts_search_words ON kith.posts
	USING gin (search_words) WITH (fastupdate = off);
