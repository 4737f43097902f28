-- 0040_unverified_addresses: addresses of sign-ups that nobody verified do not stay for ever.
-- Owner: identity, and where it says so content and orgs.

-- identity deletes the row of such a member when its last link and its use of an invite code have
-- ended (services/identity/account/sweep.c).
CREATE INDEX members_unverified ON members (created_at)
	WHERE email_verified_at IS NULL AND former_at IS NULL;

-- The database then looks for rows that point to the member, table by table: each must find them
-- by an index (tests/contract/former_test.c).

-- Content: the author of a target is its item's, which points to the member itself.
ALTER TABLE post_targets DROP CONSTRAINT post_targets_author_id_fkey;
ALTER TABLE progress_targets DROP CONSTRAINT progress_targets_author_id_fkey;

-- Orgs. The index was of pending invitations only.
DROP INDEX org_invitations_of_inviter;
CREATE INDEX org_invitations_of_inviter ON org_invitations (invited_by);

-- Identity.
CREATE INDEX reports_by_reporter ON reports (reporter, created_at, id);
CREATE INDEX reports_by_resolver ON reports (resolved_by) WHERE resolved_by IS NOT NULL;
