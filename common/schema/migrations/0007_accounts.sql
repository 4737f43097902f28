-- 0007_accounts: invite codes, the second factor, new addresses, and the end of an account.
-- Owner of these tables: identity.

---- attempts: more that is limited -------------------------------------------------------------

ALTER TABLE attempts
	DROP CONSTRAINT attempts_kind_check,
	ADD CONSTRAINT attempts_kind_check
		CHECK (kind IN ('sign_in', 'sign_up', 'resend', 'forgot', 'password'));

---- invite_codes: who may sign up without waiting ----------------------------------------------

CREATE TABLE invite_codes (
	code text CONSTRAINT invite_codes_pkey PRIMARY KEY
		CONSTRAINT invite_codes_code_check CHECK (char_length(code) BETWEEN 1 AND 64),
	note text NOT NULL DEFAULT ''
		CONSTRAINT invite_codes_note_check CHECK (char_length(note) <= 200),
	max_uses integer NOT NULL
		CONSTRAINT invite_codes_max_uses_check CHECK (max_uses BETWEEN 1 AND 500),
	-- The row's lock makes it exact, however many redeem at once.
	uses integer NOT NULL DEFAULT 0
		CONSTRAINT invite_codes_uses_check CHECK (uses BETWEEN 0 AND max_uses),
	expires_at timestamptz,
	created_by uuid, -- NULL: the operator
	created_at timestamptz NOT NULL DEFAULT now(),
	revoked_at timestamptz
);

GRANT SELECT, INSERT, UPDATE ON invite_codes TO kith_role_identity;

-- A use that a sign-up took and that may go back: the row goes when the address is verified,
-- and when 24 hours have passed without that, and then the use goes back.
CREATE TABLE invite_holds (
	id uuid CONSTRAINT invite_holds_pkey PRIMARY KEY,
	code text NOT NULL
		CONSTRAINT invite_holds_code_fkey REFERENCES invite_codes (code) ON DELETE CASCADE,
	member_id uuid NOT NULL
		CONSTRAINT invite_holds_member_id_fkey REFERENCES members (id),
	taken_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX invite_holds_by_member ON invite_holds (member_id);
CREATE INDEX invite_holds_oldest ON invite_holds (taken_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON invite_holds TO kith_role_identity;

---- mail_tokens: what else a link stands for ----------------------------------------------------

ALTER TABLE mail_tokens
	-- The address that takes the place of the member's.
	ADD COLUMN email text
		CONSTRAINT mail_tokens_email_check CHECK (char_length(email) BETWEEN 3 AND 200),
	ADD COLUMN invite_code text,
	ADD COLUMN invite_hold uuid,
	DROP CONSTRAINT mail_tokens_kind_check,
	ADD CONSTRAINT mail_tokens_kind_check
		CHECK (kind IN ('verify_email', 'reset_password', 'sign_in', 'change_email')),
	ADD CONSTRAINT mail_tokens_change_email_check
		CHECK ((kind = 'change_email') = (email IS NOT NULL)),
	ADD CONSTRAINT mail_tokens_invite_check CHECK ((invite_code IS NULL) = (invite_hold IS NULL)
		AND (invite_code IS NULL OR kind = 'verify_email'));

---- credentials ----------------------------------------------------------------------------------

-- What the operator made does not count among the tokens that a member may make.
ALTER TABLE credentials ADD COLUMN by_operator boolean NOT NULL DEFAULT false;

---- totp: the second factor (RFC 6238) -----------------------------------------------------------

CREATE TABLE totp (
	member_id uuid CONSTRAINT totp_pkey PRIMARY KEY
		CONSTRAINT totp_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	-- 20 bytes, sealed and bound to the member's id.
	secret bytea NOT NULL CONSTRAINT totp_secret_check CHECK (octet_length(secret) = 48),
	confirmed_at timestamptz, -- NULL: begun, and not asked for at sign-in
	-- The latest step whose code was accepted: no code works twice.
	last_step bigint NOT NULL DEFAULT 0,
	created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE recovery_codes (
	member_id uuid NOT NULL
		CONSTRAINT recovery_codes_member_id_fkey REFERENCES totp (member_id) ON DELETE CASCADE,
	-- A MAC under the instance's key, of the member's id and the code.
	hash bytea NOT NULL CONSTRAINT recovery_codes_hash_check CHECK (octet_length(hash) = 32),
	used_at timestamptz,
	CONSTRAINT recovery_codes_pkey PRIMARY KEY (member_id, hash)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON totp, recovery_codes TO kith_role_identity;

---- members who are no more ----------------------------------------------------------------------

-- A former member is a row without a person: others' records may still point to it.
ALTER TABLE members
	ADD COLUMN former_at timestamptz,
	ALTER COLUMN email DROP NOT NULL,
	ADD CONSTRAINT members_former_check CHECK (CASE WHEN former_at IS NULL
		THEN email IS NOT NULL
		ELSE email IS NULL AND name = 'Former member' AND email_verified_at IS NULL
			AND image IS NULL AND application = '' END);

-- Addresses that were never verified make room, and profiles go with their member.
GRANT DELETE ON members, profiles TO kith_role_identity;

-- What becomes of a member's things is said by their owners: each has a trigger on former_at
-- like those below, in its own migration. One that must refuse raises a check_violation whose
-- constraint the operation account_delete knows.
CREATE FUNCTION former_member_orgs() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	-- Whoever changes a roster locks the organization first; so does this, in one order.
	PERFORM FROM orgs WHERE id IN (SELECT org_id FROM org_members WHERE member_id = NEW.id)
		ORDER BY id FOR UPDATE;
	-- An owner who is suspended can do nothing for it.
	IF EXISTS (SELECT FROM org_members o WHERE o.member_id = NEW.id AND o.role = 'owner'
		AND NOT EXISTS (SELECT FROM org_members other
			JOIN members m ON m.id = other.member_id AND m.status = 'active'
			WHERE other.org_id = o.org_id AND other.role = 'owner'
			AND other.member_id <> NEW.id)) THEN
		RAISE EXCEPTION 'an organization would have no owner'
			USING ERRCODE = 'check_violation', CONSTRAINT = 'orgs_last_owner';
	END IF;
	WITH gone AS (DELETE FROM org_members WHERE member_id = NEW.id RETURNING org_id)
		UPDATE orgs SET member_count = member_count - 1
			WHERE id IN (SELECT org_id FROM gone);
	RETURN NULL;
END $$;

CREATE TRIGGER members_former_orgs AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION former_member_orgs();

-- Nothing depends on an ask: all of them go.
CREATE FUNCTION former_member_content() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	DELETE FROM posts WHERE author_id = NEW.id;
	RETURN NULL;
END $$;

CREATE TRIGGER members_former_content AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION former_member_content();

-- Neither the inbox nor a message that still waits outlives its reader.
CREATE FUNCTION former_member_notifications() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	DELETE FROM inbox WHERE recipient = NEW.id;
	DELETE FROM outbox WHERE payload ->> 'recipient' = NEW.id::text
		OR lower(payload ->> 'toAddress') = lower(OLD.email);
	RETURN NULL;
END $$;

CREATE TRIGGER members_former_notifications AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION former_member_notifications();

---- what a member is told is held about it ---------------------------------------------------------

GRANT SELECT ON posts, post_targets, inbox TO kith_role_identity;
GRANT SELECT (id, slug, name) ON orgs TO kith_role_identity;
GRANT SELECT (org_id, member_id, role, joined_at) ON org_members TO kith_role_identity;
