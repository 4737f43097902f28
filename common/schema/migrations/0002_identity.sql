-- 0002_identity: accounts, profiles, credentials. Owner of these tables: identity.
--
-- Lengths are those of the contract (proto/identity/sign_in.c), in code points. Other services read
-- single columns only, so that a password hash or an address is out of their reach.

---- helpers ------------------------------------------------------------------------------------

-- Whether a list has at most `items_max` texts of 1 to `length_max` characters, none of them
-- null: a CHECK cannot look into an array by itself.
CREATE FUNCTION texts_within(list text[], items_max integer, length_max integer)
RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
	SELECT coalesce(cardinality(list) <= items_max AND array_ndims(list) = 1
		AND (SELECT bool_and(coalesce(char_length(item) BETWEEN 1 AND length_max, false))
			FROM unnest(list) AS item), cardinality(list) = 0)
$$;

GRANT EXECUTE ON FUNCTION texts_within(text[], integer, integer) TO
	kith_role_identity, kith_role_content;

---- members: who has an account ------------------------------------------------------------------

CREATE TABLE members (
	id uuid CONSTRAINT members_pkey PRIMARY KEY,
	email text NOT NULL
		CONSTRAINT members_email_check CHECK (char_length(email) BETWEEN 3 AND 200),
	name text NOT NULL
		CONSTRAINT members_name_check CHECK (char_length(name) BETWEEN 1 AND 80),
	-- argon2id in PHC form; NULL until a password is chosen.
	password_hash text
		CONSTRAINT members_password_hash_check CHECK (password_hash LIKE '$argon2id$%'),
	-- NULL: somebody typed the address into a sign-up, nothing more is known.
	email_verified_at timestamptz,
	status text NOT NULL DEFAULT 'pending'
		CONSTRAINT members_status_check CHECK (status IN ('pending', 'active', 'suspended')),
	role text NOT NULL DEFAULT 'member'
		CONSTRAINT members_role_check CHECK (role IN ('member', 'admin')),
	image uuid,
	-- What an administrator reads before approving.
	application text NOT NULL DEFAULT ''
		CONSTRAINT members_application_check CHECK (char_length(application) <= 1000),
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT members_verified_check CHECK (email_verified_at IS NOT NULL
		OR (status = 'pending' AND role = 'member' AND password_hash IS NULL))
);

CREATE UNIQUE INDEX members_email_key ON members (lower(email));
CREATE INDEX members_newest ON members (created_at DESC, id DESC)
	WHERE email_verified_at IS NOT NULL;
CREATE INDEX members_by_status ON members (status, created_at DESC, id DESC)
	WHERE email_verified_at IS NOT NULL;
CREATE INDEX members_admins ON members (id) WHERE role = 'admin';

CREATE TRIGGER members_touch BEFORE UPDATE ON members
	FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION touch_updated_at();

GRANT SELECT, INSERT, UPDATE ON members TO kith_role_identity;
GRANT SELECT (id, name, image, status) ON members TO
	kith_role_orgs, kith_role_content, kith_role_projects, kith_role_events;
GRANT SELECT (id, name, image, status, email, email_verified_at) ON members TO
	kith_role_notifications;

---- profiles: what members tell about themselves -------------------------------------------------

-- A profile exists from verification on, because a handle does; it is shown once onboarded.
CREATE TABLE profiles (
	member_id uuid CONSTRAINT profiles_pkey PRIMARY KEY
		CONSTRAINT profiles_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	handle text NOT NULL
		CONSTRAINT profiles_handle_key UNIQUE
		CONSTRAINT profiles_handle_check
			CHECK (handle ~ '^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$'),
	headline text NOT NULL DEFAULT ''
		CONSTRAINT profiles_headline_check CHECK (char_length(headline) <= 120),
	bio text NOT NULL DEFAULT ''
		CONSTRAINT profiles_bio_check CHECK (char_length(bio) <= 2000),
	roles text[] NOT NULL DEFAULT '{}'
		CONSTRAINT profiles_roles_check CHECK (cardinality(roles) <= 5 AND roles <@ ARRAY[
			'founder', 'operator', 'investor', 'idea_person', 'business_owner']),
	skills text[] NOT NULL DEFAULT '{}'
		CONSTRAINT profiles_skills_check CHECK (texts_within(skills, 30, 40)),
	looking_for text[] NOT NULL DEFAULT '{}'
		CONSTRAINT profiles_looking_for_check CHECK (cardinality(looking_for) <= 6
			AND looking_for <@ ARRAY[
				'cofounder', 'team', 'investors', 'talent', 'advice', 'ideas']),
	affiliation text NOT NULL DEFAULT ''
		CONSTRAINT profiles_affiliation_check CHECK (char_length(affiliation) <= 120),
	program text NOT NULL DEFAULT ''
		CONSTRAINT profiles_program_check CHECK (char_length(program) <= 80),
	location text NOT NULL DEFAULT ''
		CONSTRAINT profiles_location_check CHECK (char_length(location) <= 80),
	links jsonb NOT NULL DEFAULT '{}'
		CONSTRAINT profiles_links_check CHECK (jsonb_typeof(links) = 'object'),
	visibility text NOT NULL DEFAULT 'members_only'
		CONSTRAINT profiles_visibility_check CHECK (visibility IN ('public', 'members_only')),
	onboarded_at timestamptz,
	created_at timestamptz NOT NULL DEFAULT now(),
	updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TRIGGER profiles_touch BEFORE UPDATE ON profiles
	FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION touch_updated_at();

GRANT SELECT, INSERT, UPDATE ON profiles TO kith_role_identity;
GRANT SELECT (member_id, handle, headline) ON profiles TO
	kith_role_orgs, kith_role_content, kith_role_projects, kith_role_events,
	kith_role_notifications;

---- credentials: sessions, personal access tokens, OAuth access tokens ---------------------------

CREATE TABLE credentials (
	id uuid CONSTRAINT credentials_pkey PRIMARY KEY,
	member_id uuid NOT NULL
		CONSTRAINT credentials_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	kind text NOT NULL
		CONSTRAINT credentials_kind_check CHECK (kind IN ('session', 'token', 'oauth')),
	-- SHA-256 of the token; the token itself is nowhere.
	hash bytea NOT NULL
		CONSTRAINT credentials_hash_key UNIQUE
		CONSTRAINT credentials_hash_check CHECK (octet_length(hash) = 32),
	-- Bits of enum scope, those that a scope includes among them.
	scopes integer NOT NULL
		CONSTRAINT credentials_scopes_check CHECK (scopes BETWEEN 0 AND 63),
	name text NOT NULL DEFAULT ''
		CONSTRAINT credentials_name_check CHECK (char_length(name) <= 80),
	client text,
	audience text,
	user_agent text NOT NULL DEFAULT ''
		CONSTRAINT credentials_user_agent_check CHECK (char_length(user_agent) <= 200),
	address text NOT NULL DEFAULT ''
		CONSTRAINT credentials_address_check CHECK (char_length(address) <= 64),
	created_at timestamptz NOT NULL DEFAULT now(),
	last_used_at timestamptz,
	-- Sessions: moved by use, but never past absolute_expires_at.
	expires_at timestamptz NOT NULL,
	absolute_expires_at timestamptz NOT NULL,
	revoked_at timestamptz,
	CONSTRAINT credentials_expiry_check CHECK (expires_at <= absolute_expires_at),
	CONSTRAINT credentials_oauth_check
		CHECK ((kind = 'oauth') = (client IS NOT NULL AND audience IS NOT NULL))
);

CREATE INDEX credentials_by_member ON credentials (member_id, kind, created_at DESC, id DESC);
CREATE INDEX credentials_by_expiry ON credentials (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON credentials TO kith_role_identity;

---- mail_tokens: what a link in a mail stands for ------------------------------------------------

-- A sign-up keeps its name, password and application here until its own link is opened:
-- whoever signs up with somebody else's address sets nothing in that person's account.
CREATE TABLE mail_tokens (
	id uuid CONSTRAINT mail_tokens_pkey PRIMARY KEY,
	member_id uuid NOT NULL
		CONSTRAINT mail_tokens_member_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	kind text NOT NULL CONSTRAINT mail_tokens_kind_check
		CHECK (kind IN ('verify_email', 'reset_password', 'sign_in')),
	hash bytea NOT NULL
		CONSTRAINT mail_tokens_hash_key UNIQUE
		CONSTRAINT mail_tokens_hash_check CHECK (octet_length(hash) = 32),
	name text CONSTRAINT mail_tokens_name_check CHECK (char_length(name) BETWEEN 1 AND 80),
	password_hash text
		CONSTRAINT mail_tokens_password_hash_check CHECK (password_hash LIKE '$argon2id$%'),
	application text
		CONSTRAINT mail_tokens_application_check CHECK (char_length(application) <= 1000),
	created_at timestamptz NOT NULL DEFAULT now(),
	expires_at timestamptz NOT NULL,
	used_at timestamptz,
	CONSTRAINT mail_tokens_sign_up_check CHECK ((kind = 'verify_email')
		= (name IS NOT NULL AND password_hash IS NOT NULL AND application IS NOT NULL))
);

CREATE INDEX mail_tokens_by_member ON mail_tokens (member_id, kind, created_at DESC);
CREATE INDEX mail_tokens_by_expiry ON mail_tokens (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON mail_tokens TO kith_role_identity;

---- attempts: how often something was tried, per account and per address -------------------------

-- One row per subject and a counter in it, not a row per try: the row's lock makes the count
-- exact however many gateways ask at once.
CREATE TABLE attempts (
	kind text NOT NULL CONSTRAINT attempts_kind_check
		CHECK (kind IN ('sign_in', 'sign_up', 'resend')),
	subject text NOT NULL
		CONSTRAINT attempts_subject_check CHECK (char_length(subject) BETWEEN 1 AND 260),
	started_at timestamptz NOT NULL DEFAULT now(),
	count integer NOT NULL CONSTRAINT attempts_count_check CHECK (count >= 0),
	CONSTRAINT attempts_pkey PRIMARY KEY (kind, subject)
);

CREATE INDEX attempts_oldest ON attempts (started_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON attempts TO kith_role_identity;
