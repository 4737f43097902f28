-- 0542_identity_places_filled: the places of the members that exist, each piece in a
-- transaction of its own. Owner: identity.
-- kithctl: outside a transaction
CALL kith.member_places_fill();
