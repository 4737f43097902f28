-- 0615_identity_mail_turns: a request from a place that its member is known at comes
-- before those of strangers, who asked for thousands of mails in half a minute. The index
-- mail_requests_next is for the release before. Owner: identity.
CREATE INDEX mail_requests_turns ON mail_requests ((origin IS NULL), next_try_at, id);
