-- 0034_contract_bounds: bounds that the contract had and the tables had not.
-- Owner: identity.

-- A map of texts: so many entries at most, under names of 1 to 40 characters, each value of 1 to
-- `length_max` characters.
CREATE FUNCTION text_map_within(map jsonb, entries_max integer, length_max integer)
RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE WHEN jsonb_typeof(map) <> 'object' THEN false
		ELSE (SELECT count(*) <= entries_max AND coalesce(bool_and(
				char_length(key) BETWEEN 1 AND 40 AND jsonb_typeof(value) = 'string'
				AND char_length(value #>> '{}') BETWEEN 1 AND length_max), true)
			FROM jsonb_each(map)) END
$$;

GRANT EXECUTE ON FUNCTION text_map_within(jsonb, integer, integer) TO kith_role_identity;

ALTER TABLE profiles
	DROP CONSTRAINT profiles_links_check,
	ADD CONSTRAINT profiles_links_check CHECK (text_map_within(links, 10, 400));

-- Tokens are told apart by their names; sessions have none.
ALTER TABLE credentials
	ADD CONSTRAINT credentials_token_name_check
		CHECK (kind <> 'token' OR char_length(name) >= 1);
