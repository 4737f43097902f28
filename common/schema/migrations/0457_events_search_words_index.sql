-- 0457_events_search_words_index: the search over everything: events. Owner: events.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.events_search_words;
CREATE INDEX CONCURRENTLY events_search_words ON kith.events
	USING gin (search_words) WITH (fastupdate = off);
