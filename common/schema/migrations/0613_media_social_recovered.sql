-- 0613_media_social_recovered: when a member gets an account back from a thief, a social
-- account that the thief has linked goes. Owner: media.
CREATE FUNCTION unlink_social(member uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	DELETE FROM social_links WHERE member_id = member;
	DELETE FROM social_accounts WHERE member_id = member;
$$;
REVOKE EXECUTE ON FUNCTION unlink_social(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unlink_social(uuid) TO kith_role_identity;
