-- 0580_identity_approvals_confirmed: an approval holds for what the member has read.
-- Owner: identity.

-- A call that is no outward act (0 units) asks only if the client always asks.
CREATE OR REPLACE FUNCTION admit_acts(caller uuid, credential uuid, units bigint,
	most bigint, of_apps text, of_fixed text, of_tokens text) RETURNS boolean
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
	ELSIF units = 0 THEN
		RETURN true;
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

-- As before, but leaves the content, which confirm_approval() compares.
CREATE OR REPLACE FUNCTION use_approval(caller uuid, credential uuid, approval uuid,
	operation text, input bytea) RETURNS TABLE (client text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
	RETURN QUERY UPDATE approvals a
		SET status = 'approved', decided_at = now(), input = ''
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

-- Whether an approval that the transaction has used showed this to the member. Then its
-- content is deleted.
CREATE FUNCTION confirm_approval(caller uuid, approval uuid, what text, content text)
RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
	UPDATE approvals a SET content = ''
	WHERE a.id = approval AND a.member_id = caller AND a.status = 'approved'
		AND a.words = left(what, 500)
		AND a.content = left(confirm_approval.content, 100000);
	RETURN FOUND;
END $$;

-- Stores what a request that waits would do now, under another id: an id stands for one
-- text, so that a form that showed the former text approves nothing.
CREATE FUNCTION renew_approval(caller uuid, approval uuid, what text, content text)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	UPDATE approvals a SET id = new_id(), created_at = now(), words = left(what, 500),
		content = left($4, 100000)
	WHERE a.id = approval AND a.member_id = caller AND a.status = 'waiting'
$$;

DO $$
DECLARE
	name text;
	names CONSTANT text[] := ARRAY['confirm_approval(uuid, uuid, text, text)',
		'renew_approval(uuid, uuid, text, text)'];
BEGIN
	FOREACH name IN ARRAY names LOOP
		EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', name);
		EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO kith_role_identity,'
			' kith_role_orgs, kith_role_content, kith_role_projects,'
			' kith_role_events, kith_role_notifications, kith_role_media',
			name);
	END LOOP;
END $$;
