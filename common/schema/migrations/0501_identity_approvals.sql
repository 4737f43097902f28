-- 0501_identity_approvals: outward acts of apps and tokens that wait for the member.
-- Owner: identity.

---- the setting ----------------------------------------------------------------------

-- When an app or a token asks before an outward act (proto/acts/acts.h); NULL: as the
-- operator's settings say.
ALTER TABLE oauth_grants ADD COLUMN approval text
	CONSTRAINT oauth_grants_approval_check
	CHECK (approval IN ('each', 'above', 'never'));
ALTER TABLE credentials ADD COLUMN approval text
	CONSTRAINT credentials_approval_check
	CHECK (approval IN ('each', 'above', 'never'));

---- act_counts: the outward acts of a client in the last 24 hours --------------------

-- One row for each app or token with a limit, and as many times as the limit at most.
CREATE TABLE act_counts (
	member_id uuid NOT NULL CONSTRAINT act_counts_member_id_fkey
		REFERENCES members (id) ON DELETE CASCADE,
	client text NOT NULL CONSTRAINT act_counts_client_check
		CHECK (char_length(client) <= 400),
	recent timestamptz[] NOT NULL DEFAULT '{}',
	latest_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT act_counts_pkey PRIMARY KEY (member_id, client)
);

CREATE INDEX act_counts_oldest ON act_counts (latest_at);

SELECT own_by_member('act_counts', 'member_id', true);

GRANT SELECT, DELETE ON act_counts TO kith_role_identity;

---- approvals: requests that wait ----------------------------------------------------

CREATE TABLE approvals (
	id uuid CONSTRAINT approvals_pkey PRIMARY KEY,
	member_id uuid NOT NULL CONSTRAINT approvals_member_id_fkey
		REFERENCES members (id) ON DELETE CASCADE,
	status text NOT NULL DEFAULT 'waiting' CONSTRAINT approvals_status_check
		CHECK (status IN ('waiting', 'approved', 'declined')),
	client_kind text NOT NULL CONSTRAINT approvals_client_kind_check
		CHECK (client_kind IN ('token', 'app')),
	client text NOT NULL CONSTRAINT approvals_client_check
		CHECK (char_length(client) <= 400),
	client_name text NOT NULL CONSTRAINT approvals_client_name_check
		CHECK (char_length(client_name) <= 80),
	-- What the request ends with: the grant of an app, or the token.
	grant_id uuid CONSTRAINT approvals_grant_id_fkey
		REFERENCES oauth_grants (id) ON DELETE CASCADE,
	token_id uuid CONSTRAINT approvals_token_id_fkey
		REFERENCES credentials (id) ON DELETE CASCADE,
	via text NOT NULL CONSTRAINT approvals_via_check CHECK (via IN ('rest', 'tool')),
	operation text NOT NULL CONSTRAINT approvals_operation_check
		CHECK (char_length(operation) <= 64),
	-- The idempotency key of the request, under which its answer is stored.
	key text CONSTRAINT approvals_key_check CHECK (char_length(key) <= 1024),
	-- The input as msgpack; empty once it is decided.
	input bytea NOT NULL
		CONSTRAINT approvals_input_check CHECK (octet_length(input) <= 1048576),
	-- What will happen, in a sentence, and the whole content of the request.
	words text NOT NULL
		CONSTRAINT approvals_words_check CHECK (char_length(words) <= 500),
	content text NOT NULL
		CONSTRAINT approvals_content_check CHECK (char_length(content) <= 100000),
	created_at timestamptz NOT NULL DEFAULT now(),
	expires_at timestamptz NOT NULL DEFAULT now() + interval '7 days',
	decided_at timestamptz,
	CONSTRAINT approvals_client_once_check
		CHECK ((grant_id IS NULL) <> (token_id IS NULL))
);

CREATE INDEX approvals_by_member ON approvals (member_id, created_at DESC, id DESC);
CREATE INDEX approvals_by_grant ON approvals (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX approvals_by_token ON approvals (token_id) WHERE token_id IS NOT NULL;
CREATE INDEX approvals_by_expiry ON approvals (expires_at);

SELECT own_by_member('approvals', 'member_id');

GRANT SELECT, UPDATE, DELETE ON approvals TO kith_role_identity;

-- Deletes the waiting requests of a grant or a token that is revoked.
CREATE FUNCTION end_approvals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	DELETE FROM approvals WHERE status = 'waiting'
		AND (grant_id = NEW.id OR token_id = NEW.id);
	RETURN NULL;
END $$;

CREATE TRIGGER oauth_grants_end_approvals AFTER UPDATE OF revoked_at ON oauth_grants
	FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL)
	EXECUTE FUNCTION end_approvals();
CREATE TRIGGER credentials_end_approvals AFTER UPDATE OF revoked_at ON credentials
	FOR EACH ROW WHEN (NEW.kind = 'token' AND OLD.revoked_at IS NULL
		AND NEW.revoked_at IS NOT NULL)
	EXECUTE FUNCTION end_approvals();

---- the functions of common/run/approval.c -------------------------------------------

-- The client of a credential that is no session.
CREATE FUNCTION client_of(caller uuid, credential uuid)
RETURNS TABLE (kind text, client text, name text, grant_id uuid, token_id uuid,
	approval text, fixed boolean)
LANGUAGE sql STABLE SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT CASE c.kind WHEN 'token' THEN 'token' ELSE 'app' END,
		CASE c.kind WHEN 'token' THEN wire_id('pat', c.id)
			ELSE coalesce(c.client, '') END,
		coalesce(c.name, ''), c.grant_id,
		CASE WHEN c.kind = 'token' THEN c.id END,
		coalesce(g.approval, c.approval), coalesce(o.kind = 'fixed', false)
	FROM credentials c LEFT JOIN oauth_grants g ON g.id = c.grant_id
	LEFT JOIN oauth_clients o ON o.id = g.client_id
	WHERE c.id = credential AND c.member_id = caller AND c.kind <> 'session'
$$;

REVOKE EXECUTE ON FUNCTION client_of(uuid, uuid) FROM PUBLIC;

-- Whether the client may do `units` outward acts without asking. Counts them if it has a
-- limit: the row's lock makes the count exact, and it is undone with the transaction. The
-- last three are the settings for apps, for the operator's apps, and for tokens.
CREATE FUNCTION admit_acts(caller uuid, credential uuid, units bigint, most bigint,
	of_apps text, of_fixed text, of_tokens text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	client record;
	setting text;
BEGIN
	SELECT * INTO client FROM client_of(caller, credential);
	setting := coalesce(client.approval,
		CASE WHEN client.kind = 'token' THEN of_tokens
		WHEN client.fixed THEN of_fixed ELSE of_apps END);
	IF setting = 'never' THEN
		RETURN true;
	ELSIF setting = 'each' OR units > most THEN
		RETURN false;
	END IF;
	INSERT INTO act_counts (member_id, client) VALUES (caller, client.client)
		ON CONFLICT ON CONSTRAINT act_counts_pkey DO NOTHING;
	UPDATE act_counts a SET latest_at = clock_timestamp(),
		recent = ARRAY(SELECT t FROM unnest(a.recent) AS t
				WHERE t > clock_timestamp() - interval '1 day')
			|| array_fill(clock_timestamp(), ARRAY[units::integer])
		WHERE a.member_id = caller AND a.client = client.client
		AND units + (SELECT count(*) FROM unnest(a.recent) AS t
			WHERE t > clock_timestamp() - interval '1 day') <= most;
	RETURN FOUND;
END $$;

-- Stores a request that waits for the member, or finds the one with the same key. A
-- client has at most 25 that wait, a member 50. Mails the member, at most every ten
-- minutes.
CREATE FUNCTION ask_approval(caller uuid, credential uuid, via text, operation text,
	key text, input bytea, what text, content text)
RETURNS TABLE (outcome text, id uuid, client_id text, client_name text,
	created_at timestamptz, expires_at timestamptz, words text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
	client record;
	earlier record;
BEGIN
	SELECT * INTO client FROM client_of(caller, credential);
	PERFORM pg_advisory_xact_lock(hashtextextended(caller::text, 5209));
	SELECT a.* INTO earlier FROM approvals a WHERE a.member_id = caller
		AND a.client = client.client AND a.operation = ask_approval.operation
		AND a.key = ask_approval.key AND a.status <> 'approved'
		AND a.expires_at > now() ORDER BY a.created_at DESC LIMIT 1;
	IF earlier.id IS NOT NULL THEN
		RETURN QUERY SELECT CASE WHEN earlier.status = 'waiting'
			AND earlier.input <> ask_approval.input THEN 'other'
			ELSE earlier.status END,
			earlier.id, earlier.client, earlier.client_name,
			earlier.created_at, earlier.expires_at, earlier.words;
		RETURN;
	END IF;
	IF (SELECT count(*) >= 50
			OR count(*) FILTER (WHERE a.client = client.client) >= 25
			FROM approvals a WHERE a.member_id = caller
			AND a.status = 'waiting' AND a.expires_at > now()) THEN
		RETURN QUERY SELECT 'full', NULL::uuid, NULL::text, NULL::text,
			NULL::timestamptz, NULL::timestamptz, NULL::text;
		RETURN;
	END IF;
	IF NOT EXISTS (SELECT FROM approvals a WHERE a.member_id = caller
			AND a.created_at > now() - interval '10 minutes') THEN
		INSERT INTO outbox (id, topic, payload)
		SELECT new_id(), 'mail', jsonb_build_object('template', 'approval_asked',
			'toAddress', m.email, 'toName', m.name, 'linkPath', '/approvals',
			'note', NULL) FROM members m WHERE m.id = caller;
	END IF;
	RETURN QUERY INSERT INTO approvals AS a (id, member_id, client_kind, client,
		client_name, grant_id, token_id, via, operation, key, input, words,
		content)
	VALUES (new_id(), caller, client.kind, client.client, client.name,
		client.grant_id, client.token_id, ask_approval.via,
		ask_approval.operation, ask_approval.key, ask_approval.input,
		left(ask_approval.what, 500),
		left(ask_approval.content, 100000))
	RETURNING 'waiting', a.id, a.client, a.client_name, a.created_at, a.expires_at,
		a.words;
END $$;

-- Marks a request as approved, in the transaction that carries it out. No row: it is not
-- the caller's, does not wait, or its app or token has ended. Only a session approves.
CREATE FUNCTION use_approval(caller uuid, credential uuid, approval uuid, operation text,
	input bytea) RETURNS TABLE (client text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY UPDATE approvals a
		SET status = 'approved', decided_at = now(), input = '', content = ''
	WHERE a.id = approval AND a.member_id = caller AND a.status = 'waiting'
		AND a.expires_at > now() AND a.operation = use_approval.operation
		AND a.input = use_approval.input
		AND EXISTS (SELECT FROM credentials s WHERE s.id = credential
			AND s.member_id = caller AND s.kind = 'session')
		AND (a.token_id IS NULL OR EXISTS (SELECT FROM credentials t
			WHERE t.id = a.token_id AND t.revoked_at IS NULL
			AND t.expires_at > now()))
		AND (a.grant_id IS NULL OR EXISTS (SELECT FROM oauth_grants g
			WHERE g.id = a.grant_id AND g.revoked_at IS NULL
			AND g.expires_at > now()))
	RETURNING a.client;
END $$;

---- activity: an approved request is the client's ------------------------------------

-- Records a write. Each client keeps its newest 500 outward acts and its newest 500 other
-- writes, so that no client can displace the record of another, or of its outward acts.
-- With `approval`, the write counts as one of the client that made that request.
CREATE FUNCTION record_activity(caller uuid, credential uuid, approval uuid, via text,
	operation text, about text, outward boolean, undoes text, undo_operation text,
	undo_method text, undo_path text, undo_body text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
#variable_conflict use_variable
DECLARE
	whose text;
BEGIN
	INSERT INTO activity AS a (id, member_id, client_kind, client, client_name, via,
		operation, about, outward, undoes, undo_operation, undo_method, undo_path,
		undo_body)
	SELECT new_id(), caller,
		coalesce(p.client_kind, CASE c.kind WHEN 'session' THEN 'browser'
			WHEN 'token' THEN 'token' ELSE 'app' END),
		coalesce(p.client, CASE c.kind WHEN 'session' THEN ''
			WHEN 'token' THEN wire_id('pat', c.id)
			ELSE coalesce(c.client, '') END),
		coalesce(p.client_name, CASE c.kind WHEN 'session' THEN ''
			ELSE coalesce(c.name, '') END),
		coalesce(p.via, via), operation, left(about, 200), outward, undoes,
		undo_operation, undo_method, undo_path, undo_body
	FROM credentials c
	LEFT JOIN approvals p ON p.id = approval AND p.member_id = caller
	WHERE c.id = credential AND c.member_id = caller
	RETURNING a.client INTO whose;
	DELETE FROM activity d WHERE d.id IN (SELECT a.id FROM activity a
		WHERE a.member_id = caller AND a.client = whose AND a.outward = outward
		ORDER BY a.at DESC, a.id DESC OFFSET 500);
END $$;

DO $$
DECLARE
	name text;
	names CONSTANT text[] := ARRAY[
		'record_activity(uuid, uuid, uuid, text, text, text, boolean, text, text,'
			' text, text, text)',
		'admit_acts(uuid, uuid, bigint, bigint, text, text, text)',
		'ask_approval(uuid, uuid, text, text, text, bytea, text, text)',
		'use_approval(uuid, uuid, uuid, text, bytea)'];
BEGIN
	FOREACH name IN ARRAY names LOOP
		EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', name);
		EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO kith_role_identity,'
			' kith_role_orgs, kith_role_content, kith_role_projects,'
			' kith_role_events, kith_role_notifications, kith_role_media',
			name);
	END LOOP;
END $$;

---- the export -----------------------------------------------------------------------

CREATE VIEW export_approvals AS
	SELECT a.member_id, a.created_at AS place_at, a.id AS place_id,
		a.client_name AS "clientName", a.operation, a.words, a.status,
		a.created_at AS "createdAt", a.decided_at AS "decidedAt"
	FROM approvals a;

GRANT SELECT ON export_approvals TO kith_role_identity;

---- the mail -------------------------------------------------------------------------

SELECT add_mail_template('approval_asked');
