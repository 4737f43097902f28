-- 0671_orgs_join_requests_withdrawn: a new password withdraws the requests to join
-- organizations that the account has made, as org_join_request_withdraw does. A thief
-- asked one of his own, and made the member its only owner after the recovery. Owner:
-- orgs.
CREATE FUNCTION withdraw_join_requests(member uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	DELETE FROM org_join_requests r
		WHERE r.member_id = member AND r.status = 'pending';
$$;
REVOKE EXECUTE ON FUNCTION withdraw_join_requests(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION withdraw_join_requests(uuid) TO kith_role_identity;
