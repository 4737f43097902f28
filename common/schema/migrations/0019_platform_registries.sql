-- 0019_platform_registries: the database knows the names that the contract's registries hold
-- (proto/subjects.h, notices.h, mails.h, audit.h), and writes many notices in one statement.
-- Owner: the runtime.

---- names -----------------------------------------------------------------------------------------

ALTER TABLE inbox
	DROP CONSTRAINT inbox_kind_check,
	DROP CONSTRAINT inbox_subject_type_check,
	ADD CONSTRAINT inbox_kind_check CHECK (kind IN (
		'account_approved', 'member_pending', 'org_invitation', 'org_joined',
		'join_request_received', 'join_request_approved', 'join_request_declined',
		'org_role_changed', 'org_application_received', 'org_application_approved',
		'org_application_declined', 'project_added', 'project_role_changed',
		'project_removed', 'affiliation_requested', 'affiliation_accepted',
		'affiliation_declined', 'affiliation_ended', 'event_updated',
		'event_cancelled', 'event_reminder', 'waitlist_promoted', 'intro_received',
		'intro_accepted', 'post_expiring')),
	ADD CONSTRAINT inbox_subject_type_check CHECK (subject_type IN (
		'member', 'session', 'token', 'client', 'invite', 'report', 'org',
		'org_application', 'org_invitation', 'join_request', 'post', 'progress',
		'project', 'affiliation', 'event', 'intro', 'outbox_message'));

ALTER TABLE audit
	DROP CONSTRAINT audit_action_check,
	ADD CONSTRAINT audit_action_check CHECK (action IN (
		'account.delete', 'app.revoke', 'email.ask_change', 'email.change',
		'invite.create', 'invite.redeem', 'invite.revoke', 'member.approve',
		'member.create', 'member.decline', 'member.make_admin', 'member.reinstate',
		'member.set_role', 'member.suspend', 'member.totp_reset', 'org.create',
		'org.remove_member', 'org.set_role', 'org_application.approve',
		'org_application.decline', 'outbox_message.retry', 'password.change',
		'password.reset', 'report.resolve', 'session.revoke', 'session.revoke_others',
		'session.sign_in', 'token.create', 'token.issue', 'token.revoke',
		'totp.disable', 'totp.enable')),
	ADD CONSTRAINT audit_subject_type_check CHECK (subject_type IN (
		'member', 'session', 'token', 'client', 'invite', 'report', 'org',
		'org_application', 'org_invitation', 'join_request', 'post', 'progress',
		'project', 'affiliation', 'event', 'intro', 'outbox_message'));

-- What is in a message, by its topic. A message that was sent long ago may have had other names.
ALTER TABLE outbox
	ADD CONSTRAINT outbox_kind_check CHECK (topic <> 'notice' OR payload ->> 'kind' IN (
		'account_approved', 'member_pending', 'org_invitation', 'org_joined',
		'join_request_received', 'join_request_approved', 'join_request_declined',
		'org_role_changed', 'org_application_received', 'org_application_approved',
		'org_application_declined', 'project_added', 'project_role_changed',
		'project_removed', 'affiliation_requested', 'affiliation_accepted',
		'affiliation_declined', 'affiliation_ended', 'event_updated',
		'event_cancelled', 'event_reminder', 'waitlist_promoted', 'intro_received',
		'intro_accepted', 'post_expiring')) NOT VALID,
	ADD CONSTRAINT outbox_template_check CHECK (topic <> 'mail' OR payload ->> 'template' IN (
		'verify_email', 'sign_up_notice', 'account_approved', 'account_declined',
		'account_suspended', 'account_reinstated', 'org_invitation', 'reset_password',
		'choose_password', 'password_changed', 'password_replaced', 'change_email',
		'email_taken', 'email_change_asked', 'email_changed', 'totp_on', 'totp_off')) NOT VALID,
	ADD CONSTRAINT outbox_named_check CHECK (payload ? CASE topic
		WHEN 'notice' THEN 'kind' ELSE 'template' END) NOT VALID;

CREATE OR REPLACE FUNCTION wire_prefix(type text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT CASE type WHEN 'member' THEN 'usr' WHEN 'org_application' THEN 'oapp'
		WHEN 'org_invitation' THEN 'oinv' WHEN 'join_request' THEN 'jreq'
		WHEN 'progress' THEN 'prog' WHEN 'project' THEN 'proj' WHEN 'affiliation' THEN 'aff'
		WHEN 'event' THEN 'evt' WHEN 'token' THEN 'pat' WHEN 'session' THEN 'ses'
		WHEN 'client' THEN 'cli' WHEN 'report' THEN 'rep' WHEN 'outbox_message' THEN 'obx'
		ELSE type END
$$;

GRANT EXECUTE ON FUNCTION wire_id(text, uuid), wire_prefix(text) TO kith_role_notifications;

---- many at once ----------------------------------------------------------------------------------

-- A UUIDv7 (RFC 9562, section 5.7): the milliseconds, then random bits.
CREATE FUNCTION new_id() RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
		PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
		FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;

GRANT EXECUTE ON FUNCTION new_id() TO
	kith_role_identity, kith_role_orgs, kith_role_content, kith_role_projects,
	kith_role_events, kith_role_notifications, kith_role_media;
