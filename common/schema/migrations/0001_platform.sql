-- 0001_platform: what every service stands on. Owner of these tables: the runtime (common/).
--
-- How these files are applied (services/ctl/migrate.c): by `kithctl migrate`, in the order
-- of their names, each in a transaction of its own, once, forward only. A file that has been
-- applied somewhere is never edited again; its checksum is compared.
--
-- The roles exist before the first file runs. A word kith_role_<service>, as in
--     GRANT SELECT ON members TO kith_role_identity, kith_role_content;
-- is replaced by the quoted name of that service's role, which depends on
-- KITH_DATABASE_ROLE_PREFIX. Each file grants what it creates, to exactly the roles that
-- need it: nobody has anything by default. The schema is kith, and it is the search path
-- while these files run, so names need no schema before them.

REVOKE ALL ON SCHEMA kith FROM PUBLIC;

GRANT USAGE ON SCHEMA kith TO
	kith_role_identity, kith_role_orgs, kith_role_content, kith_role_projects,
	kith_role_events, kith_role_notifications, kith_role_media;

-- Functions are executable by everybody unless that is taken back, here once for all files.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

---- helpers for the owners' tables ----------------------------------------------------------

-- A trigger BEFORE UPDATE: the row's updated_at is now, but never before its created_at.
CREATE FUNCTION touch_updated_at() RETURNS trigger
LANGUAGE plpgsql SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	NEW.updated_at := greatest(now(), NEW.created_at);
	RETURN NEW;
END $$;

-- A trigger that refuses the statement: for tables that only grow.
CREATE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are never changed or removed', TG_TABLE_NAME
		USING ERRCODE = 'restrict_violation';
END $$;

---- outbox: what must happen because of a change --------------------------------------------

CREATE TABLE outbox (
	id uuid CONSTRAINT outbox_pkey PRIMARY KEY,
	topic text NOT NULL CONSTRAINT outbox_topic_check CHECK (topic IN ('mail', 'notice')),
	-- mail: {template, toAddress, toName, linkPath}; notice: {kind, recipient, actor,
	-- subjectType, subject}; ids as UUIDs.
	payload jsonb NOT NULL CONSTRAINT outbox_payload_check CHECK (jsonb_typeof(payload) = 'object'),
	-- Sealed, bound to the id (common/outbox/outbox.h); erased when the message is sent.
	secret bytea,
	dedupe text CONSTRAINT outbox_dedupe_key UNIQUE,
	created_at timestamptz NOT NULL DEFAULT now(),
	next_attempt_at timestamptz NOT NULL DEFAULT now(),
	attempts integer NOT NULL DEFAULT 0 CONSTRAINT outbox_attempts_check CHECK (attempts >= 0),
	leased_until timestamptz,
	status text NOT NULL DEFAULT 'pending'
		CONSTRAINT outbox_status_check CHECK (status IN ('pending', 'sent', 'failed')),
	last_error text,
	sent_at timestamptz,
	CONSTRAINT outbox_sent_check CHECK ((status = 'sent') = (sent_at IS NOT NULL)),
	CONSTRAINT outbox_secret_check CHECK (status <> 'sent' OR secret IS NULL)
);

CREATE INDEX outbox_pending ON outbox (next_attempt_at) WHERE status = 'pending';
CREATE INDEX outbox_newest ON outbox (created_at DESC, id DESC);

CREATE FUNCTION outbox_notify() RETURNS trigger
LANGUAGE plpgsql SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	PERFORM pg_notify('kith_outbox', '');
	RETURN NULL;
END $$;

CREATE TRIGGER outbox_notify AFTER INSERT ON outbox
	FOR EACH STATEMENT EXECUTE FUNCTION outbox_notify();

GRANT INSERT ON outbox TO
	kith_role_identity, kith_role_orgs, kith_role_content, kith_role_projects,
	kith_role_events, kith_role_notifications, kith_role_media;
GRANT SELECT, UPDATE, DELETE ON outbox TO kith_role_notifications;

---- idempotency: the answer to a request that may be sent twice -----------------------------

CREATE TABLE idempotency (
	member uuid NOT NULL, -- all zeros for a caller without an account
	op text NOT NULL,
	key text NOT NULL,
	request_hash bytea NOT NULL
		CONSTRAINT idempotency_request_hash_check CHECK (octet_length(request_hash) = 32),
	response bytea NOT NULL, -- one msgpack value
	sealed boolean NOT NULL, -- whether the response is encrypted, because it holds a secret
	created_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT idempotency_pkey PRIMARY KEY (member, op, key)
);

CREATE INDEX idempotency_oldest ON idempotency (created_at);

GRANT SELECT, INSERT, UPDATE ON idempotency TO
	kith_role_identity, kith_role_orgs, kith_role_content, kith_role_projects,
	kith_role_events, kith_role_notifications, kith_role_media;

---- audit: who did what to whom; it only grows ----------------------------------------------

CREATE TABLE audit (
	id uuid CONSTRAINT audit_pkey PRIMARY KEY,
	at timestamptz NOT NULL DEFAULT now(),
	actor uuid, -- NULL: the operator, or nobody known
	action text NOT NULL CONSTRAINT audit_action_check CHECK (action ~ '^[a-z_]+\.[a-z_]+$'),
	subject_type text,
	subject_id uuid,
	credential_kind text NOT NULL CONSTRAINT audit_credential_kind_check
		CHECK (credential_kind IN ('none', 'session', 'token', 'oauth', 'operator')),
	client text,
	request_id text NOT NULL,
	detail jsonb NOT NULL DEFAULT '{}',
	CONSTRAINT audit_subject_check CHECK ((subject_type IS NULL) = (subject_id IS NULL))
);

CREATE INDEX audit_newest ON audit (at DESC, id DESC);
CREATE INDEX audit_actor ON audit (actor, at DESC, id DESC);

CREATE TRIGGER audit_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT INSERT ON audit TO
	kith_role_identity, kith_role_orgs, kith_role_content, kith_role_projects,
	kith_role_events, kith_role_notifications, kith_role_media;
GRANT SELECT ON audit TO kith_role_identity;

---- housekeeping ----------------------------------------------------------------------------

-- Removes what has had its time; the notifications service calls it every hour. Answers how
-- many rows went. At most 10,000 of each kind at once, so that no call takes long.
CREATE FUNCTION prune() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	answers bigint;
	messages bigint;
BEGIN
	DELETE FROM idempotency WHERE ctid = ANY (ARRAY(
		SELECT ctid FROM idempotency WHERE created_at < now() - interval '24 hours'
		LIMIT 10000));
	GET DIAGNOSTICS answers = ROW_COUNT;
	-- A message that was sent is kept as long as its dedupe key may come again.
	DELETE FROM outbox WHERE ctid = ANY (ARRAY(
		SELECT ctid FROM outbox WHERE status = 'sent' AND sent_at < now() - interval '30 days'
		LIMIT 10000));
	GET DIAGNOSTICS messages = ROW_COUNT;
	RETURN answers + messages;
END $$;

GRANT EXECUTE ON FUNCTION prune() TO kith_role_notifications;
