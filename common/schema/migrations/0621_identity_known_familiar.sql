-- 0621_identity_known_familiar: whether a sign-in from a known address needs no mail.
-- Members who ended all other sessions were not told of the next sign-in of a thief from
-- the same network. The address stays known for limits. Owner: identity.
ALTER TABLE known_addresses ADD COLUMN familiar boolean NOT NULL DEFAULT true;
