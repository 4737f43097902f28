-- 0005_notifications: each member's inbox. Owner of this table: notifications.

CREATE TABLE inbox (
	id uuid CONSTRAINT inbox_pkey PRIMARY KEY,
	recipient uuid NOT NULL
		CONSTRAINT inbox_recipient_fkey REFERENCES members (id) ON DELETE CASCADE,
	kind text NOT NULL CONSTRAINT inbox_kind_check CHECK (kind ~ '^[a-z_]{1,40}$'),
	actor uuid,
	subject_type text NOT NULL
		CONSTRAINT inbox_subject_type_check CHECK (subject_type ~ '^[a-z_]{1,40}$'),
	subject_id uuid,
	created_at timestamptz NOT NULL DEFAULT now(),
	read_at timestamptz,
	-- The outbox message that it came from: delivering that again adds nothing.
	dedupe uuid NOT NULL CONSTRAINT inbox_dedupe_key UNIQUE
);

CREATE INDEX inbox_newest ON inbox (recipient, created_at DESC, id DESC);
CREATE INDEX inbox_unread ON inbox (recipient) WHERE read_at IS NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON inbox TO kith_role_notifications;
