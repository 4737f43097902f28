-- 0592_content_progress_words_index: progress entries by their words. Owner: content.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.progress_search_words;
CREATE INDEX CONCURRENTLY progress_search_words ON kith.progress
	USING gin (search_words) WITH (fastupdate = off);
