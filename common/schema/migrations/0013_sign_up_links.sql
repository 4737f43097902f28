-- 0013_sign_up_links: a verification mail that is sent again.
-- Owner: identity.

-- It stands for no password: whoever asks for it need not be the one who chose the password of
-- the sign-up.

ALTER TABLE mail_tokens
	DROP CONSTRAINT mail_tokens_sign_up_check,
	ADD CONSTRAINT mail_tokens_sign_up_check
		CHECK ((kind = 'verify_email') = (name IS NOT NULL AND application IS NOT NULL)
			AND (kind = 'verify_email' OR password_hash IS NULL));
