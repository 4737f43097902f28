-- 0642_identity_mail_turns_unused: the index of requests for mails by origin. The release
-- before takes them by turn (0630). Owner: identity.
DROP INDEX mail_requests_turns;
