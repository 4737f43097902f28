-- 0678_identity_approvals_a_day: the apps and tokens of a member make 200 requests for
-- approval in a day. What a request finds out, such as an address that has an account, is
-- rolled back with its counts, so a manager guessed addresses of members without an
-- invitation. Owner: identity.

SELECT add_to_check('creations_kind_check', 'access mails', 'requests for approval');

CREATE OR REPLACE FUNCTION ask_approval(caller uuid, credential uuid, via text,
	operation text, key text, input bytea, what text, content text)
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
	IF EXISTS (SELECT FROM count_creation(caller, 'requests for approval', 200, 200))
	THEN
		RETURN QUERY SELECT 'full', NULL::uuid, NULL::text, NULL::text,
			NULL::timestamptz, NULL::timestamptz, NULL::text;
		RETURN;
	END IF;
	IF NOT EXISTS (SELECT FROM approvals a WHERE a.member_id = caller
			AND a.client = client.client
			AND a.created_at > now() - interval '10 minutes')
			AND NOT EXISTS (SELECT FROM count_creation(caller,
				'approval mails', 100, 100)) THEN
		INSERT INTO outbox (id, topic, payload)
		SELECT new_id(), 'mail', jsonb_build_object('template', 'approval_asked',
			'toAddress', m.email, 'linkPath', '/approvals',
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
