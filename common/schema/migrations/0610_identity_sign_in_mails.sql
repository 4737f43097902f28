-- 0610_identity_sign_in_mails: mails about unfamiliar sign-ins are counted by day, like
-- those about new access (0607). Owner: identity. Whoever had the password of one account
-- could send it a mail with every sign-in from a new network.
SELECT add_to_check('creations_kind_check', 'access mails', 'sign-in mails');
