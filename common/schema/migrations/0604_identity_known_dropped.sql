-- 0604_identity_known_dropped: the column that 0582 replaced. Owner: identity.
ALTER TABLE mail_requests DROP COLUMN known;
