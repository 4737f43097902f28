-- 0607_identity_edits: what a member edits in a day is counted, like what a member
-- creates (0532). Owner: identity. An index of words keeps each word that was ever in a
-- text, and one ask that was rewritten twice a second made it grow by 27 GB a day.
ALTER TABLE creations DROP CONSTRAINT creations_kind_check,
	ADD CONSTRAINT creations_kind_check CHECK (kind IN ('asks', 'progress entries',
		'projects', 'events', 'reports', 'edits', 'access mails'));

GRANT EXECUTE ON FUNCTION count_creation(uuid, text, bigint, bigint) TO kith_role_orgs;
