-- 0111_identity_search_events: assistants also find events by their words. Owner: identity.

-- Whoever writes a row writes its words.
GRANT EXECUTE ON FUNCTION search_terms(text, text[]) TO kith_role_events;

-- Those to come, as the lists show them unless past ones are asked for.
CREATE INDEX events_words
	ON events USING gin (search_terms(title || ' ' || description || ' ' || location))
	WHERE NOT ended;

GRANT SELECT (description, location, ended, created_at) ON events TO kith_role_identity;
