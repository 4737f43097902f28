-- 0026_orgs_answers: members see the invitations to their own address, and withdraw what they
-- asked for. Owner: orgs.

CREATE INDEX org_invitations_pending_by_address
	ON org_invitations (lower(email), created_at DESC, id DESC) WHERE status = 'pending';

GRANT DELETE ON org_join_requests TO kith_role_orgs;
