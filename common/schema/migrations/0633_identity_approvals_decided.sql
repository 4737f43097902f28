-- 0633_identity_approvals_decided: of the requests that a member has decided, the latest
-- 500 are kept. A member could ask and decline 60 a minute, and each stayed for 7 days.
-- Owner: identity.
CREATE FUNCTION bound_approvals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	DELETE FROM approvals WHERE id IN (SELECT a.id FROM approvals a
		WHERE a.member_id = NEW.member_id AND a.status <> 'waiting'
		ORDER BY a.decided_at DESC, a.id DESC OFFSET 500);
	RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION bound_approvals() FROM PUBLIC;

CREATE TRIGGER approvals_bound AFTER UPDATE OF status ON approvals
	FOR EACH ROW WHEN (NEW.status <> 'waiting') EXECUTE FUNCTION bound_approvals();
