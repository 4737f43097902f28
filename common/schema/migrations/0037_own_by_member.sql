-- 0037_own_by_member: one call that gives a table's rows to the members they belong to.
-- Owner: the runtime (common/).

-- A migration that creates a table with rows of members calls this once for it:
--     SELECT own_by_member('posts', 'author_id');
-- From then on no row can be inserted for a former member (refuse_former()), and the rows of a
-- member are deleted when its account ends (remove_with_member()); see 0014_former_rows.sql. With
-- `leave_out`, a row for a former member is left out silently instead of refused: for what others
-- tell a member. A table whose rows must outlive the account, or must be handed over first, has
-- triggers of its own instead.
CREATE FUNCTION own_by_member(table_name name, column_name name, leave_out boolean DEFAULT false)
RETURNS void LANGUAGE plpgsql SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	EXECUTE format('CREATE TRIGGER %I BEFORE INSERT ON %I'
		' FOR EACH ROW EXECUTE FUNCTION refuse_former(%s)',
		table_name || '_of_former', table_name, CASE WHEN leave_out
			THEN format('%L, ''drop''', column_name) ELSE quote_literal(column_name) END);
	EXECUTE format('CREATE TRIGGER %I AFTER UPDATE OF former_at ON members'
		' FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)'
		' EXECUTE FUNCTION remove_with_member(%L, %L)',
		'members_former_' || table_name, table_name, column_name);
END $$;
