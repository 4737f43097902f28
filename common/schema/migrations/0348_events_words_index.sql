-- 0348_events_words_index: the search over everything: events. Owner: events.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.events_text;
CREATE INDEX CONCURRENTLY events_text ON kith.events
	USING gin (kith.text_terms(title || ' ' || description || ' ' || location))
	WHERE NOT ended;
