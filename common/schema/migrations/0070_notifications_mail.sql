-- 0070_notifications_mail: notifications are mailed to those who wish it, in one mail each or in
-- a digest, and nothing is mailed where nobody takes it.
-- Owner: notifications.

---- what each member wishes ------------------------------------------------------------------------

-- A row only says where a member decided otherwise than the registry (proto/notices.h), so that a
-- new kind is mailed as the registry has it.
CREATE TABLE notification_preferences (
	member_id uuid CONSTRAINT notification_preferences_pkey PRIMARY KEY
		CONSTRAINT notification_preferences_member_id_fkey REFERENCES members (id)
		ON DELETE CASCADE,
	mail_on text[] NOT NULL DEFAULT '{}'
		CONSTRAINT notification_preferences_mail_on_check CHECK (mail_on <@ ARRAY[
			'account_approved', 'member_pending', 'org_invitation',
			'org_joined', 'join_request_received', 'join_request_approved',
			'join_request_declined', 'org_role_changed',
			'org_application_received', 'org_application_approved',
			'org_application_declined', 'project_added',
			'project_role_changed', 'project_removed', 'affiliation_requested',
			'affiliation_accepted', 'affiliation_declined',
			'affiliation_ended', 'event_updated', 'event_cancelled',
			'event_reminder', 'waitlist_promoted', 'intro_received',
			'intro_accepted', 'post_expiring']),
	mail_off text[] NOT NULL DEFAULT '{}'
		CONSTRAINT notification_preferences_mail_off_check CHECK (mail_off <@ ARRAY[
			'account_approved', 'member_pending', 'org_invitation',
			'org_joined', 'join_request_received', 'join_request_approved',
			'join_request_declined', 'org_role_changed',
			'org_application_received', 'org_application_approved',
			'org_application_declined', 'project_added',
			'project_role_changed', 'project_removed', 'affiliation_requested',
			'affiliation_accepted', 'affiliation_declined',
			'affiliation_ended', 'event_updated', 'event_cancelled',
			'event_reminder', 'waitlist_promoted', 'intro_received',
			'intro_accepted', 'post_expiring']),
	digest text NOT NULL DEFAULT 'off' CONSTRAINT notification_preferences_digest_check
		CHECK (digest IN ('off', 'daily', 'weekly')),
	-- The next digest tells of what was delivered after the first and is due at the second.
	digest_from timestamptz,
	digest_at timestamptz,
	updated_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT notification_preferences_kinds_check CHECK (
		cardinality(mail_on) + cardinality(mail_off) <= 100 AND NOT mail_on && mail_off),
	CONSTRAINT notification_preferences_digest_from_check CHECK (
		(digest = 'off') = (digest_at IS NULL) AND (digest = 'off') = (digest_from IS NULL))
);

CREATE INDEX notification_preferences_digest ON notification_preferences (digest_at)
	WHERE digest_at IS NOT NULL;

-- Who has left is let go silently: a link in an old mail still works, and does nothing.
SELECT own_by_member('notification_preferences', 'member_id', true);

CREATE VIEW export_notification_preferences AS
	SELECT p.member_id, p.updated_at AS place_at, p.member_id AS place_id,
		p.mail_on AS "mailOn", p.mail_off AS "mailOff", p.digest,
		p.updated_at AS "updatedAt"
	FROM notification_preferences p;

GRANT SELECT, INSERT, UPDATE ON notification_preferences TO kith_role_notifications;
GRANT SELECT ON export_notification_preferences TO kith_role_identity;

-- Whether it went into a mail of its own: a digest does not tell of it again.
ALTER TABLE inbox ADD COLUMN mailed boolean NOT NULL DEFAULT false;

-- Who administers the platform may see more in a mail as well.
GRANT SELECT (role) ON members TO kith_role_notifications;

---- where nothing is to be sent --------------------------------------------------------------------

-- Addresses in lower case. The server refused to take mail for it, or whoever reads it wants no
-- more invitations there.
CREATE TABLE mail_suppressions (
	address text NOT NULL CONSTRAINT mail_suppressions_address_check
		CHECK (char_length(address) BETWEEN 3 AND 200 AND address = lower(address)),
	cause text NOT NULL CONSTRAINT mail_suppressions_cause_check
		CHECK (cause IN ('refused', 'unsubscribed')),
	reason text NOT NULL DEFAULT '' CONSTRAINT mail_suppressions_reason_check
		CHECK (char_length(reason) <= 500),
	since timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT mail_suppressions_pkey PRIMARY KEY (address, cause)
);

CREATE INDEX mail_suppressions_oldest ON mail_suppressions (cause, since);

GRANT SELECT, INSERT, UPDATE, DELETE ON mail_suppressions TO kith_role_notifications;

---- mails of the outbox ------------------------------------------------------------------------------

-- A mail has a template, or it is of a notification: {kind, recipient, notice}. A digest has the
-- template and {recipient, from, to}.
ALTER TABLE outbox
	DROP CONSTRAINT outbox_template_check,
	ADD CONSTRAINT outbox_template_check CHECK (topic <> 'mail' OR payload ->> 'template' IN (
		'verify_email', 'sign_up_notice', 'account_approved', 'account_declined',
		'account_suspended', 'account_reinstated', 'org_invitation', 'reset_password',
		'choose_password', 'password_changed', 'password_replaced', 'change_email',
		'email_taken', 'email_change_asked', 'email_changed', 'totp_on', 'totp_off',
		'digest', 'test')) NOT VALID,
	DROP CONSTRAINT outbox_named_check,
	ADD CONSTRAINT outbox_named_check CHECK (payload ?| CASE topic
		WHEN 'notice' THEN ARRAY['kind'] ELSE ARRAY['template', 'kind'] END) NOT VALID,
	-- The server could not be reached when it was tried, which is not the message's fault: it
	-- is tried again as soon as the server takes others.
	ADD COLUMN held_up boolean NOT NULL DEFAULT false,
	ADD CONSTRAINT outbox_held_up_check CHECK (status = 'pending' OR NOT held_up);

CREATE INDEX outbox_held_up ON outbox (next_attempt_at) WHERE held_up;

-- Every message that has a recipient goes with the recipient's account.
DROP INDEX outbox_recipient;
CREATE INDEX outbox_recipient ON outbox ((payload ->> 'recipient'))
	WHERE payload ->> 'recipient' IS NOT NULL;

CREATE OR REPLACE FUNCTION former_member_notifications() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	DELETE FROM outbox WHERE payload ->> 'recipient' = NEW.id::text;
	DELETE FROM outbox WHERE topic = 'mail'
		AND lower(payload ->> 'toAddress') = lower(OLD.email);
	DELETE FROM mail_suppressions WHERE address = lower(OLD.email) AND cause = 'refused';
	RETURN NULL;
END $$;
