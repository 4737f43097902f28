-- 0644_identity_role_ended: administrators and owners are mailed when their role ends. A
-- thief ended the roles of the others, appointed an accomplice, and gave the roles back,
-- so that nobody was mailed about the accomplice. Owner: identity.
SELECT add_mail_template('role_ended');
