-- 0014_former_rows: nothing of a former member comes back or stays, whatever is written at the
-- moment when its account ends. Takes the place of triggers of 0007, 0011 and 0012, which were
-- alike; what has rules of its own is still there: rosters, applications, invitations, messages.

---- what is written while an account ends --------------------------------------------------------

-- A trigger BEFORE INSERT for every table with rows that belong to a member; the argument is the
-- column that says to whom. Ending an account holds the member's row FOR UPDATE, so whoever
-- writes meanwhile waits here, and then sees that the member is no more; whoever comes first
-- makes the end of the account wait, and that removes the row. With a second argument 'drop',
-- the row is left out silently: for what others tell a member who is no longer there to read it.
CREATE FUNCTION refuse_former() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	owner uuid;
	former boolean;
BEGIN
	-- The usual names are read directly, which is much cheaper than by any name.
	CASE TG_ARGV[0]
	WHEN 'author_id' THEN owner := NEW.author_id;
	WHEN 'member_id' THEN owner := NEW.member_id;
	WHEN 'recipient' THEN owner := NEW.recipient;
	ELSE EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) INTO owner USING NEW;
	END CASE;
	SELECT former_at IS NOT NULL INTO former FROM members WHERE id = owner FOR KEY SHARE;
	IF former AND TG_ARGV[1] = 'drop' THEN
		RETURN NULL;
	ELSIF former THEN
		RAISE EXCEPTION 'a row of % would belong to a former member', TG_TABLE_NAME
			USING ERRCODE = 'check_violation', CONSTRAINT = 'members_former';
	END IF;
	RETURN NEW;
END $$;

-- Identity.
CREATE TRIGGER profiles_of_former BEFORE INSERT ON profiles
	FOR EACH ROW EXECUTE FUNCTION refuse_former('member_id');
CREATE TRIGGER credentials_of_former BEFORE INSERT ON credentials
	FOR EACH ROW EXECUTE FUNCTION refuse_former('member_id');
CREATE TRIGGER mail_tokens_of_former BEFORE INSERT ON mail_tokens
	FOR EACH ROW EXECUTE FUNCTION refuse_former('member_id');
CREATE TRIGGER totp_of_former BEFORE INSERT ON totp
	FOR EACH ROW EXECUTE FUNCTION refuse_former('member_id');
CREATE TRIGGER invite_holds_of_former BEFORE INSERT ON invite_holds
	FOR EACH ROW EXECUTE FUNCTION refuse_former('member_id');
CREATE TRIGGER reports_of_former BEFORE INSERT ON reports
	FOR EACH ROW EXECUTE FUNCTION refuse_former('reporter');

-- Orgs.
CREATE TRIGGER org_members_of_former BEFORE INSERT ON org_members
	FOR EACH ROW EXECUTE FUNCTION refuse_former('member_id');
CREATE TRIGGER org_applications_of_former BEFORE INSERT ON org_applications
	FOR EACH ROW EXECUTE FUNCTION refuse_former('applicant_id');
CREATE TRIGGER org_join_requests_of_former BEFORE INSERT ON org_join_requests
	FOR EACH ROW EXECUTE FUNCTION refuse_former('member_id');
CREATE TRIGGER org_invitations_of_former BEFORE INSERT ON org_invitations
	FOR EACH ROW EXECUTE FUNCTION refuse_former('invited_by');
CREATE TRIGGER org_invitation_counts_of_former BEFORE INSERT ON org_invitation_counts
	FOR EACH ROW EXECUTE FUNCTION refuse_former('member_id');

-- Content. Targets go with their item.
CREATE TRIGGER posts_of_former BEFORE INSERT ON posts
	FOR EACH ROW EXECUTE FUNCTION refuse_former('author_id');
CREATE TRIGGER progress_of_former BEFORE INSERT ON progress
	FOR EACH ROW EXECUTE FUNCTION refuse_former('author_id');

-- Projects.
CREATE TRIGGER project_members_of_former BEFORE INSERT ON project_members
	FOR EACH ROW EXECUTE FUNCTION refuse_former('member_id');

-- Notifications.
CREATE TRIGGER inbox_of_former BEFORE INSERT ON inbox
	FOR EACH ROW EXECUTE FUNCTION refuse_former('recipient', 'drop');

---- what is there when an account ends -------------------------------------------------------------

-- A trigger on members for each table whose rows go without further thought: the arguments are
-- the table and the column that says to whom a row belongs.
CREATE FUNCTION remove_with_member() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	EXECUTE format('DELETE FROM %I WHERE %I = $1', TG_ARGV[0], TG_ARGV[1]) USING NEW.id;
	RETURN NULL;
END $$;

DROP TRIGGER members_former_content ON members;
DROP TRIGGER members_former_progress ON members;
DROP FUNCTION former_member_content(), former_member_progress();

CREATE TRIGGER members_former_posts AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION remove_with_member('posts', 'author_id');
CREATE TRIGGER members_former_progress AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION remove_with_member('progress', 'author_id');
CREATE TRIGGER members_former_inbox AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION remove_with_member('inbox', 'recipient');
CREATE TRIGGER members_former_org_join_requests AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION remove_with_member('org_join_requests', 'member_id');
CREATE TRIGGER members_former_org_invitation_counts AFTER UPDATE OF former_at ON members
	FOR EACH ROW WHEN (OLD.former_at IS NULL AND NEW.former_at IS NOT NULL)
	EXECUTE FUNCTION remove_with_member('org_invitation_counts', 'member_id');

-- What is left of it: messages that wait for the reader.
CREATE OR REPLACE FUNCTION former_member_notifications() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	DELETE FROM outbox WHERE payload ->> 'recipient' = NEW.id::text
		OR lower(payload ->> 'toAddress') = lower(OLD.email);
	RETURN NULL;
END $$;

-- An application that was approved tells where its organization came from, and stays; one that
-- waits frees its slug. An invitation is no better than who sent it.
CREATE OR REPLACE FUNCTION former_member_org_papers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	DELETE FROM org_applications WHERE applicant_id = NEW.id AND status <> 'approved';
	DELETE FROM org_invitations WHERE lower(email) = lower(OLD.email);
	UPDATE org_invitations SET status = 'revoked'
		WHERE invited_by = NEW.id AND status = 'pending';
	RETURN NULL;
END $$;

CREATE INDEX org_invitations_of_inviter ON org_invitations (invited_by)
	WHERE status = 'pending';

---- what came through before -----------------------------------------------------------------------

-- The few who are meant, once for all.
CREATE TEMPORARY TABLE former ON COMMIT DROP AS
	SELECT id FROM members WHERE former_at IS NOT NULL;

DELETE FROM profiles WHERE member_id IN (SELECT id FROM former);
DELETE FROM credentials WHERE member_id IN (SELECT id FROM former);
DELETE FROM mail_tokens WHERE member_id IN (SELECT id FROM former);
DELETE FROM totp WHERE member_id IN (SELECT id FROM former);
DELETE FROM posts WHERE author_id IN (SELECT id FROM former);
DELETE FROM progress WHERE author_id IN (SELECT id FROM former);
DELETE FROM inbox WHERE recipient IN (SELECT id FROM former);
DELETE FROM org_join_requests WHERE member_id IN (SELECT id FROM former);
DELETE FROM org_applications
	WHERE status <> 'approved' AND applicant_id IN (SELECT id FROM former);
DELETE FROM org_invitation_counts WHERE member_id IN (SELECT id FROM former);
WITH gone AS (DELETE FROM org_members WHERE member_id IN (SELECT id FROM former)
	RETURNING org_id)
	UPDATE orgs SET member_count = member_count
			- (SELECT count(*) FROM gone WHERE gone.org_id = orgs.id)
		WHERE id IN (SELECT org_id FROM gone);
WITH gone AS (DELETE FROM project_members WHERE member_id IN (SELECT id FROM former)
	RETURNING project_id)
	UPDATE projects SET member_count = member_count
			- (SELECT count(*) FROM gone WHERE gone.project_id = projects.id)
		WHERE id IN (SELECT project_id FROM gone);

-- Invitations by those who could not send them today.
UPDATE org_invitations i SET status = 'revoked' WHERE status = 'pending' AND NOT EXISTS
	(SELECT FROM org_members v WHERE v.org_id = i.org_id AND v.member_id = i.invited_by
		AND v.role <> 'member');
