-- 0051_orgs_team_invitations: inviting the people of a project to an organization, which the
-- projects service asks for in its own transaction. Owner: orgs.

-- Invites members to an organization as `sender`, who must be one of its owners and admins, and
-- answers for each whether it was invited, and at which address. Left out are those who are in it,
-- who have a pending invitation, whose account is not active, and, once `sender` has invited 50
-- people within a day, the rest; `unlimited` lifts that bound. `hashes` holds one SHA-256 after the
-- other: of the tokens that open the invitations, in the order of `people`.
CREATE FUNCTION org_invite_members(target uuid, sender uuid, people uuid[], hashes bytea,
	unlimited boolean)
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
			USING ERRCODE = 'check_violation', CONSTRAINT = 'org_invite_members_sender';
	END IF;
	FOR person IN
		SELECT p.place, m.id, m.email, m.status = 'active' AND m.email_verified_at IS NOT NULL
			AND NOT EXISTS (SELECT FROM org_members v
				WHERE v.org_id = target AND v.member_id = m.id)
			AND NOT EXISTS (SELECT FROM org_invitations i
				WHERE i.org_id = target AND lower(i.email) = lower(m.email)
				AND i.status = 'pending' AND i.expires_at > now()) AS wanted
		FROM unnest(people) WITH ORDINALITY AS p (id, place)
		JOIN members m ON m.id = p.id ORDER BY p.place
	LOOP
		place := person.place;
		member_id := person.id;
		invited := person.wanted;
		email := NULL;
		IF invited AND NOT unlimited THEN
			INSERT INTO org_invitation_counts AS c (member_id, count) VALUES (sender, 1)
			ON CONFLICT ON CONSTRAINT org_invitation_counts_pkey DO UPDATE SET
				started_at = CASE WHEN c.started_at <= now() - interval '1 day'
					THEN now() ELSE c.started_at END,
				count = CASE WHEN c.started_at <= now() - interval '1 day'
					THEN 1 ELSE least(c.count, 50) + 1 END
			RETURNING c.count INTO sent;
			invited := sent <= 50;
		END IF;
		IF invited THEN
			email := person.email;
			UPDATE org_invitations i SET status = 'expired' WHERE i.org_id = target
				AND lower(i.email) = lower(person.email) AND i.status = 'pending';
			INSERT INTO org_invitations (id, org_id, email, role, hash, invited_by,
				to_stranger, expires_at)
			VALUES (new_id(), target, person.email, 'member',
				substring(hashes FROM (person.place::integer - 1) * 32 + 1 FOR 32),
				sender, false, now() + interval '14 days');
		END IF;
		RETURN NEXT;
	END LOOP;
END $$;

GRANT EXECUTE ON FUNCTION org_invite_members(uuid, uuid, uuid[], bytea, boolean)
	TO kith_role_projects;

-- Whether a member has an invitation that it can still accept: asked without the address.
CREATE FUNCTION org_has_invited(target uuid, person uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	SELECT EXISTS (SELECT FROM org_invitations i JOIN members m ON m.id = person
		AND lower(i.email) = lower(m.email)
		WHERE i.org_id = target AND i.status = 'pending' AND i.expires_at > now())
$$;

GRANT EXECUTE ON FUNCTION org_has_invited(uuid, uuid) TO kith_role_projects;
