-- 0531_identity_activity_undone: finds the write that undoes or repeats another. Owner:
-- identity.

DROP INDEX activity_undoing;
CREATE INDEX activity_undoing
	ON activity (member_id, (coalesce(undoes, undo_path)), at, id)
	WHERE coalesce(undoes, undo_path) IS NOT NULL;
