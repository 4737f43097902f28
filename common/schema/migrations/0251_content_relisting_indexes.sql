-- 0251_content_relisting_indexes: the lists of progress entries without what is unlisted.
--
-- A file of its own, so that the tables can be read while the indexes are made. The older ones are for
-- the processes of the release before; the next release drops progress_public,
-- progress_public_by_kind and progress_targets_by_org_and_kind. The other two stay for foreign keys.
CREATE INDEX progress_listed ON progress (created_at DESC, id DESC)
	WHERE is_public AND NOT unlisted;
CREATE INDEX progress_listed_by_kind ON progress (kind DESC, created_at DESC, id DESC)
	WHERE is_public AND NOT unlisted;
CREATE INDEX progress_listed_by_project ON progress (project_id, created_at DESC, id DESC)
	WHERE project_id IS NOT NULL AND NOT unlisted;
CREATE INDEX progress_targets_listed
	ON progress_targets (org_id, created_at DESC, progress_id DESC) INCLUDE (author_id)
	WHERE NOT unlisted;
CREATE INDEX progress_targets_listed_by_kind
	ON progress_targets (org_id, kind, created_at DESC, progress_id DESC) INCLUDE (author_id)
	WHERE NOT unlisted;
