-- 0345_content_words_index: the search over everything: asks. Owner: content.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.posts_text;
CREATE INDEX CONCURRENTLY posts_text ON kith.posts
	USING gin (kith.text_terms(title || ' ' || body, tags))
	WHERE status = 'open' AND NOT lapsed;
