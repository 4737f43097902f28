-- 0614_identity_password_changes: changes of the password are counted by day (0532). A
-- thief who changed it every two seconds sent the owner a mail with each change. Owner:
-- identity.
SELECT add_to_check('creations_kind_check', 'access mails', 'password changes');
