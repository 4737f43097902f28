-- 0320_content_relisting_ends: items of suspended members enter the indexes of the lists again.
-- Owner of these tables: content.
--
-- Lists check the author of each item, so the second mechanism of 0250 is not needed: it
-- moved the items of suspended authors out of the indexes.
--
-- The release before runs on this schema, too. It reads author_relistings, which stays
-- empty, and lists progress entries that are not "unlisted", which is every one. The
-- next release drops author_relistings, the disabled trigger with relist_author(), both
-- columns "unlisted" and the indexes of 0251, and adds posts_lapsed_check again.
ALTER TABLE members DISABLE TRIGGER members_suspended_content;

-- Waits for a transaction of the release before that moves items; no other one follows.
DELETE FROM author_relistings;

UPDATE posts SET lapsed = false
	WHERE lapsed AND status = 'open' AND (expires_at IS NULL OR expires_at > now());
UPDATE post_targets t SET is_open = true FROM posts p
	WHERE p.id = t.post_id AND NOT t.is_open AND p.status = 'open' AND NOT p.lapsed;
UPDATE progress SET unlisted = false WHERE unlisted;
UPDATE progress_targets SET unlisted = false WHERE unlisted;
