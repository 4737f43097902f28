-- 0500_identity_activity: what each app, token and browser of a member did. Owner:
-- identity.

-- Each write of a member adds a row in its own transaction, by record_activity() of
-- 0501_identity_approvals.sql.
CREATE TABLE activity (
	id uuid CONSTRAINT activity_pkey PRIMARY KEY,
	member_id uuid NOT NULL CONSTRAINT activity_member_id_fkey
		REFERENCES members (id) ON DELETE CASCADE,
	at timestamptz NOT NULL DEFAULT now(),
	client_kind text NOT NULL CONSTRAINT activity_client_kind_check
		CHECK (client_kind IN ('browser', 'token', 'app')),
	-- The id of the app or the token; empty for browsers.
	client text NOT NULL CONSTRAINT activity_client_check
		CHECK (char_length(client) <= 400),
	client_name text NOT NULL CONSTRAINT activity_client_name_check
		CHECK (char_length(client_name) <= 80),
	via text NOT NULL CONSTRAINT activity_via_check
		CHECK (via IN ('rest', 'tool', 'page')),
	operation text NOT NULL CONSTRAINT activity_operation_check
		CHECK (char_length(operation) <= 64),
	about text NOT NULL CONSTRAINT activity_about_check
		CHECK (char_length(about) <= 200),
	-- Whether it was an outward act (proto/acts/acts.h).
	outward boolean NOT NULL,
	-- The path of the write if it can undo others.
	undoes text CONSTRAINT activity_undoes_check CHECK (char_length(undoes) <= 400),
	undo_operation text CONSTRAINT activity_undo_operation_check
		CHECK (char_length(undo_operation) <= 64),
	undo_method text CONSTRAINT activity_undo_method_check
		CHECK (char_length(undo_method) <= 8),
	undo_path text CONSTRAINT activity_undo_path_check
		CHECK (char_length(undo_path) <= 400),
	undo_body text CONSTRAINT activity_undo_body_check
		CHECK (char_length(undo_body) <= 400)
);

CREATE INDEX activity_by_member ON activity (member_id, at DESC, id DESC);
CREATE INDEX activity_by_client
	ON activity (member_id, client, outward, at DESC, id DESC);
CREATE INDEX activity_undoing ON activity (member_id, undoes) WHERE undoes IS NOT NULL;
CREATE INDEX activity_oldest ON activity (at);

-- A write that ends the account leaves no row.
SELECT own_by_member('activity', 'member_id', true);

GRANT SELECT, DELETE ON activity TO kith_role_identity;

CREATE VIEW export_activity AS
	SELECT a.member_id, a.at AS place_at, a.id AS place_id,
		a.at, a.client_kind AS "clientKind", a.client_name AS "clientName", a.via,
		a.operation, a.about
	FROM activity a;

GRANT SELECT ON export_activity TO kith_role_identity;
