-- 0634_identity_invites_ended: the invite codes of an administrator end with the role, a
-- suspension or the account, like the invitations of an organization's admins. Two more
-- acts that cause mails have a daily quota. Owner: identity.
CREATE FUNCTION end_invite_codes() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	UPDATE invite_codes SET revoked_at = now()
		WHERE created_by = NEW.id AND revoked_at IS NULL;
	RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION end_invite_codes() FROM PUBLIC;

CREATE TRIGGER members_end_invite_codes AFTER UPDATE OF role, status, former_at ON members
	FOR EACH ROW WHEN (OLD.role = 'admin' AND (NEW.role <> 'admin'
		OR NEW.status <> 'active' OR NEW.former_at IS NOT NULL))
	EXECUTE FUNCTION end_invite_codes();

-- Those that were made before.
UPDATE invite_codes i SET revoked_at = now()
WHERE i.created_by IS NOT NULL AND i.revoked_at IS NULL
	AND NOT EXISTS (SELECT FROM members m WHERE m.id = i.created_by
		AND m.role = 'admin' AND m.status = 'active' AND m.former_at IS NULL);

SELECT add_to_check('creations_kind_check', 'password changes', 'address changes');
SELECT add_to_check('creations_kind_check', 'password changes', 'second factors');
