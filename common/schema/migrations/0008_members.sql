-- 0008_members: finding members, what administrators look through, reports. Owner of these
-- tables: identity.

---- extensions ----------------------------------------------------------------------------------

-- Trusted: whoever owns the database may create it. A schema of its own keeps its functions
-- apart from ours; if the operator has put it elsewhere, it is used from there.
CREATE SCHEMA IF NOT EXISTS kith_extensions;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA kith_extensions;

---- words ---------------------------------------------------------------------------------------

-- A text as it is compared: lower case, compatibility forms taken apart, accents dropped. The
-- letters that do not come apart are replaced. Everything here is built into PostgreSQL, so
-- the same text is folded in the same way on every server.
CREATE FUNCTION fold(original text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT replace(replace(replace(replace(translate(
		regexp_replace(lower(normalize(original, NFKD)), '[\u0300-\u036f]', '', 'g'),
		'øłđðıħŧς', 'olddihtσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;

-- Runs of letters and digits, in their order. What is longer than any word is cut, in what is
-- searched as in what is asked for.
CREATE FUNCTION fold_words(original text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT coalesce(array_agg(left(w.word, 60) ORDER BY w.place), '{}')
	FROM regexp_split_to_table(fold(original), '[^[:alnum:]]+')
		WITH ORDINALITY AS w (word, place)
	WHERE w.word <> ''
$$;

-- A text as one operand of a tsquery.
CREATE FUNCTION quote_term(term text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT '''' || replace(replace(term, '\', '\\'), '''', '''''') || ''''
$$;

---- member_search: who can be found, and by what ------------------------------------------------

-- One row for each active, onboarded member, kept by triggers. The terms of a member are its
-- words, their first one and two letters, roles, what it looks for and its skills, told apart
-- by their first character (w, p, r, l, s), so that one index answers any combination of them.
-- The letters are there because so short a beginning has too many words to read them all.
CREATE TABLE member_search (
	member_id uuid CONSTRAINT member_search_pkey PRIMARY KEY
		CONSTRAINT member_search_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	-- The profile's: the order of every list.
	created_at timestamptz NOT NULL,
	terms tsvector NOT NULL,
	-- Folded, and cut to what an index takes.
	affiliation text NOT NULL
		CONSTRAINT member_search_affiliation_check CHECK (char_length(affiliation) <= 300)
-- Long profiles stay in their row: to compare them one must read them.
) WITH (toast_tuple_target = 8160);

-- With the affiliation, for a part of one or two letters, which no index of trigrams knows:
-- to read them all here is a tenth of reading the table.
CREATE INDEX member_search_newest ON member_search (created_at DESC, member_id DESC)
	INCLUDE (affiliation);
-- Profiles are read far more often than they change, so no pending list is searched.
CREATE INDEX member_search_terms ON member_search USING gin (terms) WITH (fastupdate = off);
DO $$
BEGIN
	EXECUTE format('CREATE INDEX member_search_affiliation ON member_search'
		' USING gin (affiliation %I.gin_trgm_ops) WITH (fastupdate = off)',
		(SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace
			WHERE e.extname = 'pg_trgm'));
END $$;

CREATE FUNCTION member_terms(words text, roles text[], looking_for text[], skills text[])
RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT array_to_tsvector(ARRAY(
		SELECT 'w' || word FROM unnest(fold_words(words)) AS word
		UNION SELECT 'p' || left(word, length) FROM unnest(fold_words(words)) AS word,
			generate_series(1, 2) AS length
		UNION SELECT 'r' || role FROM unnest(roles) AS role
		UNION SELECT 'l' || wish FROM unnest(looking_for) AS wish
		UNION SELECT 's' || fold(skill) FROM unnest(skills) AS skill))
$$;

-- What is asked for, as the text of a tsquery: every word, the last one as a prefix, and of
-- each list any item. NULL when that is nothing.
CREATE FUNCTION member_query(words text, roles text[], looking_for text[], skills text[])
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT nullif(concat_ws(' & ',
		(SELECT string_agg(CASE WHEN w.place < cardinality(fold_words(words))
				THEN quote_term('w' || w.word)
				WHEN char_length(w.word) <= 2 THEN quote_term('p' || w.word)
				ELSE quote_term('w' || w.word) || ':*' END, ' & ' ORDER BY w.place)
			FROM unnest(fold_words(words)) WITH ORDINALITY AS w (word, place)),
		(SELECT '(' || string_agg(quote_term('r' || role), ' | ') || ')'
			FROM unnest(roles) AS role),
		(SELECT '(' || string_agg(quote_term('l' || wish), ' | ') || ')'
			FROM unnest(looking_for) AS wish),
		(SELECT '(' || string_agg(quote_term('s' || fold(skill)), ' | ') || ')'
			FROM unnest(skills) AS skill)), '')
$$;

-- Brings one member's row up to date. The member's row is locked first: of a suspension and
-- an edit of the profile at once, whichever is second sees what the first one did.
CREATE FUNCTION member_search_refresh(one uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM FROM members WHERE id = one FOR NO KEY UPDATE;
	INSERT INTO member_search AS s (member_id, created_at, terms, affiliation)
	SELECT m.id, p.created_at, member_terms(concat_ws(' ', m.name, p.handle, p.headline,
		p.bio, array_to_string(p.skills, ' ')), p.roles, p.looking_for, p.skills),
		left(fold(p.affiliation), 300)
	FROM members m JOIN profiles p ON p.member_id = m.id
	WHERE m.id = one AND m.status = 'active' AND p.onboarded_at IS NOT NULL
	ON CONFLICT ON CONSTRAINT member_search_pkey DO UPDATE SET
		created_at = excluded.created_at, terms = excluded.terms,
		affiliation = excluded.affiliation;
	IF NOT FOUND THEN
		DELETE FROM member_search WHERE member_id = one;
	END IF;
END $$;

CREATE FUNCTION member_search_follow_member() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM member_search_refresh(NEW.id);
	RETURN NULL;
END $$;

CREATE FUNCTION member_search_follow_profile() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM member_search_refresh(coalesce(NEW.member_id, OLD.member_id));
	RETURN NULL;
END $$;

CREATE TRIGGER members_search AFTER UPDATE ON members FOR EACH ROW
	WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.status IS DISTINCT FROM NEW.status)
	EXECUTE FUNCTION member_search_follow_member();
CREATE TRIGGER profiles_search_new AFTER INSERT OR DELETE ON profiles
	FOR EACH ROW EXECUTE FUNCTION member_search_follow_profile();
CREATE TRIGGER profiles_search AFTER UPDATE ON profiles FOR EACH ROW
	WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION member_search_follow_profile();

SELECT member_search_refresh(member_id) FROM profiles;

GRANT SELECT ON member_search TO kith_role_identity;
GRANT EXECUTE ON FUNCTION fold(text), fold_words(text), quote_term(text),
	member_query(text, text[], text[], text[]) TO kith_role_identity;
-- The filter by organization.
GRANT SELECT (id, slug) ON orgs TO kith_role_identity;
GRANT SELECT (org_id, member_id) ON org_members TO kith_role_identity;

---- what administrators look through -------------------------------------------------------------

-- An id as it is on the wire: the prefix, '_', and 26 characters of Crockford's base32. For
-- records whose type differs from row to row.
CREATE FUNCTION wire_id(prefix text, id uuid) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
		substring(b'00' || ('x' || replace(id::text, '-', ''))::bit(128)
			FROM place * 5 + 1 FOR 5)::bit(5)::integer + 1, 1), '' ORDER BY place)
	FROM generate_series(0, 25) AS place
$$;

-- The prefix of the ids of a type of record; the type itself where the wire has none.
CREATE FUNCTION wire_prefix(type text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE type WHEN 'member' THEN 'usr' WHEN 'org_application' THEN 'oapp'
		WHEN 'org_invitation' THEN 'oinv' WHEN 'join_request' THEN 'jreq'
		WHEN 'progress' THEN 'prog' WHEN 'project' THEN 'proj' WHEN 'affiliation' THEN 'aff'
		WHEN 'event' THEN 'evt' WHEN 'token' THEN 'pat' WHEN 'session' THEN 'ses'
		WHEN 'client' THEN 'cli' WHEN 'report' THEN 'rep' ELSE type END
$$;

GRANT EXECUTE ON FUNCTION wire_id(text, uuid), wire_prefix(text) TO kith_role_identity;

CREATE INDEX audit_action ON audit (action, at DESC, id DESC);

-- What a page's cursor stands on: a code is no UUID.
ALTER TABLE invite_codes ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid()
	CONSTRAINT invite_codes_id_key UNIQUE;
CREATE INDEX invite_codes_newest ON invite_codes (created_at DESC, id DESC)
	WHERE revoked_at IS NULL;

---- reports: what members think an administrator should see ---------------------------------------

CREATE TABLE reports (
	id uuid CONSTRAINT reports_pkey PRIMARY KEY,
	reporter uuid
		CONSTRAINT reports_reporter_fkey REFERENCES members (id) ON DELETE SET NULL,
	subject_type text NOT NULL CONSTRAINT reports_subject_type_check CHECK (subject_type IN
		('member', 'org', 'post', 'progress', 'project', 'event', 'intro')),
	subject_id uuid NOT NULL,
	reason text NOT NULL
		CONSTRAINT reports_reason_check CHECK (char_length(reason) BETWEEN 1 AND 1000),
	status text NOT NULL DEFAULT 'open'
		CONSTRAINT reports_status_check CHECK (status IN ('open', 'resolved')),
	created_at timestamptz NOT NULL DEFAULT now(),
	resolved_at timestamptz,
	resolved_by uuid
		CONSTRAINT reports_resolved_by_fkey REFERENCES members (id) ON DELETE SET NULL,
	CONSTRAINT reports_resolved_check CHECK ((status = 'resolved') = (resolved_at IS NOT NULL))
);

-- Reporting the same again while it is open adds nothing.
CREATE UNIQUE INDEX reports_open_key ON reports (reporter, subject_type, subject_id)
	WHERE status = 'open';
CREATE INDEX reports_newest ON reports (created_at DESC, id DESC);
CREATE INDEX reports_by_status ON reports (status, created_at DESC, id DESC);

GRANT SELECT, INSERT, UPDATE ON reports TO kith_role_identity;

---- the outbox in numbers ------------------------------------------------------------------------

CREATE INDEX outbox_failed ON outbox (id) WHERE status = 'failed';
CREATE INDEX outbox_sent ON outbox (sent_at) WHERE status = 'sent';
