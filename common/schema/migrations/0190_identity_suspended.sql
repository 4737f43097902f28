-- 0190_identity_suspended: who is suspended, for the lists. Owner: identity.
--
-- Every list asks of each item whether its author is suspended, which few members are. This index
-- has those alone, so the answer is a look at a page that is in memory, and not a search among all
-- members. An index is never behind its table: a list shows what the status says in the snapshot
-- that it reads, and a suspension costs the same however much somebody wrote.
CREATE INDEX members_suspended ON members (id) WHERE status = 'suspended';
