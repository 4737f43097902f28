-- 0601_content_relisting_dropped: what 0320 kept for the release before it. Owner: content.

DROP TRIGGER members_suspended_content ON members;
DROP TRIGGER members_former_author_relistings ON members;
DROP FUNCTION relist_author();
DROP TABLE author_relistings;

DROP TRIGGER progress_touch ON progress;
ALTER TABLE progress DROP COLUMN unlisted;
CREATE TRIGGER progress_touch BEFORE UPDATE ON progress
	FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
	EXECUTE FUNCTION touch_updated_at();

ALTER TABLE progress_targets DROP COLUMN unlisted;

-- 0602 validates it without a lock that writers wait for.
ALTER TABLE posts ADD CONSTRAINT posts_lapsed_check
	CHECK (NOT lapsed OR expires_at IS NOT NULL) NOT VALID;
