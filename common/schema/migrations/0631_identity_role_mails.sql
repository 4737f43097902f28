-- 0631_identity_role_mails: administrators and owners are mailed about each new one, so
-- a member gives only so many roles in a day. A thief gave the account of an accomplice
-- such a role, and nobody was told. Owner: identity.
SELECT add_mail_template('role_given');
SELECT add_to_check('creations_kind_check', 'access mails', 'roles');
