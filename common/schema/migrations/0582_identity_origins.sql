-- 0582_identity_origins: the address or network of a request for a mail, if its member is
-- known there. It replaces `known`, which only the release before writes and reads.
-- Owner: identity.

ALTER TABLE mail_requests ADD COLUMN origin text
	CONSTRAINT mail_requests_origin_check CHECK (char_length(origin) <= 80);
