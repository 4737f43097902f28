-- 0620_identity_mail_causes: each kind of mail that strangers cause to an address has a
-- count of its own. Sign-ups with the address used up the mails with the link that its
-- owner needed. Only the release before counts an 'account'. Owner: identity.
SELECT add_to_check('mails_to_addresses_cause_check', 'account', cause)
	FROM unnest('{notice,verification,change,reset}'::text[]) AS cause;

-- As in 0451, but a link for a new password works for an hour, so another one is allowed
-- an hour after the latest, also when the day's mails are used up.
CREATE OR REPLACE FUNCTION count_mail_to(address text, why text, per_hour integer,
	per_day integer)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	INSERT INTO mails_to_addresses AS m (address_hash, cause, sent_at)
		VALUES (sha256(convert_to(lower(address), 'UTF8')), why, ARRAY[now()])
	ON CONFLICT ON CONSTRAINT mails_to_addresses_pkey DO UPDATE
		SET sent_at = (now() || m.sent_at)[1:per_day]
		WHERE (m.sent_at[per_hour] > now() - interval '1 hour') IS NOT TRUE
			AND ((m.sent_at[per_day] > now() - interval '1 day') IS NOT TRUE
				OR why = 'reset'
					AND m.sent_at[1] <= now() - interval '1 hour');
	RETURN FOUND;
END $$;
