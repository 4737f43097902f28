-- 0370_content_quotas: daily quotas, and audiences that change. Owner: content.

-- A new member has a smaller quota.
GRANT SELECT (created_at) ON members TO kith_role_content;

-- The audience of an ask or of a progress entry is replaced.
GRANT DELETE ON post_targets, progress_targets TO kith_role_content;
