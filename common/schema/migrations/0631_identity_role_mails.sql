-- 0631_identity_role_mails: administrators and owners are mailed about each new one. A
-- thief gave the account of an accomplice such a role, and nobody was told. Owner:
-- identity.
SELECT add_mail_template('role_given');
SELECT add_to_check('creations_kind_check', 'access mails', 'role mails');
GRANT EXECUTE ON FUNCTION count_creation(uuid, text, bigint, bigint) TO kith_role_orgs;
