-- 0080_notifications_intros: requests for an introduction, from one member to another.
-- Owner: notifications.

CREATE TABLE intros (
	id uuid CONSTRAINT intros_pkey PRIMARY KEY,
	sender_id uuid NOT NULL
		CONSTRAINT intros_sender_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	recipient_id uuid NOT NULL
		CONSTRAINT intros_recipient_id_fkey REFERENCES members (id) ON DELETE CASCADE,
	context_kind text NOT NULL CONSTRAINT intros_context_kind_check
		CHECK (context_kind IN ('profile', 'post', 'event')),
	-- The recipient, the ask or the event. No key refers to it: a request outlives its context.
	context_id uuid NOT NULL,
	message text NOT NULL
		CONSTRAINT intros_message_check CHECK (char_length(message) BETWEEN 1 AND 500),
	-- One that has expired may still read pending here: whether it has is said by expires_at.
	status text NOT NULL DEFAULT 'pending' CONSTRAINT intros_status_check
		CHECK (status IN ('pending', 'accepted', 'declined', 'expired')),
	created_at timestamptz NOT NULL DEFAULT now(),
	responded_at timestamptz,
	expires_at timestamptz NOT NULL DEFAULT now() + interval '14 days',
	CONSTRAINT intros_self_check CHECK (sender_id <> recipient_id),
	CONSTRAINT intros_profile_check
		CHECK (context_kind <> 'profile' OR context_id = recipient_id),
	CONSTRAINT intros_responded_check
		CHECK ((status IN ('accepted', 'declined')) = (responded_at IS NOT NULL)),
	CONSTRAINT intros_in_time_check CHECK (responded_at < expires_at)
);

CREATE UNIQUE INDEX intros_pending_key
	ON intros (sender_id, recipient_id, context_kind, context_id) WHERE status = 'pending';
CREATE INDEX intros_sent ON intros (sender_id, created_at DESC, id DESC);
CREATE INDEX intros_received ON intros (recipient_id, created_at DESC, id DESC);

---- when an account ends ----------------------------------------------------------------------------

-- A request goes with either of the two.
SELECT own_by_member('intros', 'sender_id');

CREATE TRIGGER intros_to_former BEFORE INSERT ON intros
	FOR EACH ROW EXECUTE FUNCTION refuse_former('recipient_id');
CREATE TRIGGER members_former_intros_received AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION remove_with_member('intros', 'recipient_id');

---- the export ------------------------------------------------------------------------------------

-- The other member's address is that member's, and is not in it.
CREATE VIEW export_intros AS
	SELECT d.member_id, i.created_at AS place_at, i.id AS place_id,
		i.id, d.direction, coalesce(a.handle, '') AS handle, i.context_kind AS "contextKind",
		i.message, CASE WHEN i.status = 'pending' AND i.expires_at <= now() THEN 'expired'
			ELSE i.status END AS status,
		i.created_at AS "createdAt", i.responded_at AS "respondedAt"
	FROM intros i CROSS JOIN LATERAL (VALUES
		(i.sender_id, 'sent', i.recipient_id), (i.recipient_id, 'received', i.sender_id))
		AS d (member_id, direction, other_id)
	LEFT JOIN profiles a ON a.member_id = d.other_id;

---- grants ----------------------------------------------------------------------------------------

GRANT SELECT, INSERT, UPDATE ON intros TO kith_role_notifications;
GRANT SELECT ON export_intros TO kith_role_identity;

-- Who can be asked, and by whom.
GRANT SELECT (onboarded_at) ON profiles TO kith_role_notifications;
GRANT SELECT (is_public, target_count) ON posts TO kith_role_notifications;
GRANT SELECT (post_id, org_id) ON post_targets TO kith_role_notifications;

-- One that is reported.
GRANT SELECT (id, sender_id, recipient_id) ON intros TO kith_role_identity;
