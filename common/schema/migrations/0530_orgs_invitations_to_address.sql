-- 0530_orgs_invitations_to_address: an organization invites an address twice in 7 days.
-- Owner: orgs.

-- The mail before that of mailed_at, if the invitation was renewed.
ALTER TABLE org_invitations ADD COLUMN mailed_before timestamptz;

-- The seconds until the organization may mail the address again; NULL if it may now.
-- `most` is how many mails are allowed in 7 days. A row counts at most two.
CREATE FUNCTION org_invitation_wait(target uuid, address text, most bigint)
RETURNS bigint LANGUAGE sql STABLE SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT greatest(1,
		ceil(extract(epoch FROM mailed.at + interval '7 days' - now())))::bigint
	FROM org_invitations i
	CROSS JOIN LATERAL (VALUES (i.mailed_at), (i.mailed_before)) AS mailed (at)
	WHERE i.org_id = target AND lower(i.email) = lower(address)
		AND mailed.at > now() - interval '7 days'
	ORDER BY mailed.at DESC OFFSET most - 1 LIMIT 1
$$;

REVOKE EXECUTE ON FUNCTION org_invitation_wait(uuid, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION org_invitation_wait(uuid, text, bigint) TO kith_role_orgs;

-- The team of a project: as before, but without the members whom the organization has
-- invited twice in 7 days.
CREATE OR REPLACE FUNCTION org_invite_members(target uuid, sender uuid, people uuid[],
	hashes bytea, unlimited boolean)
RETURNS TABLE (place bigint, member_id uuid, invited boolean, email text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	person record;
	sent integer;
BEGIN
	-- Who is in the organization, and who manages it, changes under this lock only.
	PERFORM FROM orgs o WHERE o.id = target FOR NO KEY UPDATE;
	IF NOT EXISTS (SELECT FROM org_members v WHERE v.org_id = target
			AND v.member_id = sender AND v.role IN ('owner', 'admin')) THEN
		RAISE EXCEPTION 'the sender does not manage the organization'
			USING ERRCODE = 'check_violation',
				CONSTRAINT = 'org_invite_members_sender';
	END IF;
	FOR person IN
		SELECT p.place, m.id, m.email,
			m.status = 'active' AND m.email_verified_at IS NOT NULL
			AND NOT EXISTS (SELECT FROM org_members v
				WHERE v.org_id = target AND v.member_id = m.id)
			AND NOT EXISTS (SELECT FROM org_invitations i
				WHERE i.org_id = target
				AND lower(i.email) = lower(m.email)
				AND i.status = 'pending' AND i.expires_at > now())
			AND (unlimited OR org_invitation_wait(target, m.email, 2) IS NULL)
			AS wanted
		FROM unnest(people) WITH ORDINALITY AS p (id, place)
		JOIN members m ON m.id = p.id ORDER BY p.place
	LOOP
		place := person.place;
		member_id := person.id;
		invited := person.wanted;
		email := NULL;
		IF invited AND NOT unlimited THEN
			INSERT INTO org_invitation_counts AS c (member_id, count)
			VALUES (sender, 1)
			ON CONFLICT ON CONSTRAINT org_invitation_counts_pkey DO UPDATE SET
				started_at = CASE
					WHEN c.started_at <= now() - interval '1 day'
					THEN now() ELSE c.started_at END,
				count = CASE WHEN c.started_at <= now() - interval '1 day'
					THEN 1 ELSE least(c.count, 50) + 1 END
			RETURNING c.count INTO sent;
			invited := sent <= 50;
		END IF;
		IF invited THEN
			email := person.email;
			UPDATE org_invitations i SET status = 'expired'
				WHERE i.org_id = target AND i.status = 'pending'
				AND lower(i.email) = lower(person.email);
			INSERT INTO org_invitations (id, org_id, email, role, hash,
				invited_by, to_stranger, expires_at)
			VALUES (new_id(), target, person.email, 'member', substring(hashes
				FROM (person.place::integer - 1) * 32 + 1 FOR 32),
				sender, false, now() + interval '14 days');
		END IF;
		RETURN NEXT;
	END LOOP;
END $$;
