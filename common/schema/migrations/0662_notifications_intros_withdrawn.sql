-- 0662_notifications_intros_withdrawn: a new password withdraws the introductions that
-- the account has requested, as intro_withdraw does. A thief requested one of an
-- accomplice, who accepted it after the recovery and read the new address of the owner.
-- Owner: notifications.
CREATE FUNCTION withdraw_intros(sender uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
	WITH withdrawn AS (UPDATE intros i SET status = 'expired', expires_at = now()
		WHERE i.sender_id = sender AND i.status = 'pending'
		AND i.expires_at > now() RETURNING i.id, i.recipient_id, i.created_at)
	DELETE FROM inbox n USING withdrawn w WHERE n.recipient = w.recipient_id
		AND n.kind = 'intro_received' AND n.subject_id = w.id
		AND n.created_at >= w.created_at;
$$;
REVOKE EXECUTE ON FUNCTION withdraw_intros(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION withdraw_intros(uuid) TO kith_role_identity;
