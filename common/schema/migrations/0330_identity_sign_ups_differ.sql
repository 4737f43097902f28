-- 0330_identity_sign_ups_differ: sign-ups with different passwords. Owner: identity.
--
-- An account starts with the password of its sign-ups only if all of them had the same
-- one. The links of a sign-up are deleted when they expire, while a later one may still
-- work. So the members row, which lives as long as one of them, records the difference.
--
-- The release before does not set the column. While it runs beside this one, the
-- passwords of the links that still exist are compared as before.
ALTER TABLE members ADD COLUMN sign_ups_differ boolean NOT NULL DEFAULT false;

UPDATE members m SET sign_ups_differ = true
	WHERE m.email_verified_at IS NULL AND m.former_at IS NULL
	AND (SELECT count(DISTINCT t.password_hash) FROM mail_tokens t
		WHERE t.member_id = m.id AND t.kind = 'verify_email') > 1;
