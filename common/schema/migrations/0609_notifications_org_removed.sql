-- 0609_notifications_org_removed: members are told that they were removed from an
-- organization. Owner: notifications.

-- Adds a kind of notice to the lists of names. Existing rows have the names of before.
CREATE FUNCTION add_notice_kind(kind text) RETURNS void
LANGUAGE plpgsql SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	one record;
BEGIN
	FOR one IN SELECT c.conrelid::regclass AS place, c.conname AS name,
		replace(replace(pg_get_constraintdef(c.oid), ' NOT VALID', ''),
			'''account_approved''::text',
			format('''account_approved''::text, %L', kind)) AS definition
		FROM pg_constraint c WHERE c.connamespace = 'kith'::regnamespace
		AND c.conname IN ('inbox_kind_check', 'outbox_kind_check',
			'notification_preferences_mail_on_check',
			'notification_preferences_mail_off_check')
	LOOP
		EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %I %s'
			' NOT VALID', one.place, one.name, one.name, one.definition);
	END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION add_notice_kind(text) FROM PUBLIC;

SELECT add_notice_kind('org_removed');
