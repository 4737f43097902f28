-- 0606_identity_access: members are mailed which programs may act for them, and the
-- operator gives an account back. Owner: identity.
SELECT add_mail_template('access_given');

-- Adds a name to those that a check allows, beside one of them. Existing rows have names
-- of before, so they are not looked at.
CREATE FUNCTION add_to_check(check_name name, beside text, added text) RETURNS void
LANGUAGE plpgsql SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	one record;
BEGIN
	SELECT c.conrelid::regclass AS place, replace(
		replace(pg_get_constraintdef(c.oid), ' NOT VALID', ''),
		quote_literal(beside) || '::text',
		format('%L::text, %L', beside, added)) AS definition
		INTO STRICT one FROM pg_constraint c
		WHERE c.connamespace = 'kith'::regnamespace AND c.conname = check_name;
	EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s'
		' NOT VALID', one.place, check_name, check_name, one.definition);
END $$;
REVOKE EXECUTE ON FUNCTION add_to_check(name, text, text) FROM PUBLIC;

SELECT add_to_check('audit_action_check', 'member.set_role', 'member.set_email');
