-- 0461_notifications_searches: saved searches, and a weekly mail about them. Owner:
-- notifications.

-- The mail lists what appeared after sent_to and is due at due_at. NULL: the member has
-- switched it off. Writers of a member's searches lock the row, because they count them.
CREATE TABLE saved_search_mails (
	member_id uuid CONSTRAINT saved_search_mails_pkey PRIMARY KEY
		CONSTRAINT saved_search_mails_member_id_fkey REFERENCES members (id)
			ON DELETE CASCADE,
	sent_to timestamptz NOT NULL DEFAULT now(),
	due_at timestamptz
);

CREATE INDEX saved_search_mails_due ON saved_search_mails (due_at)
	WHERE due_at IS NOT NULL;

SELECT own_by_member('saved_search_mails', 'member_id', true);

-- The filters of a list; NULL: any.
CREATE TABLE saved_searches (
	id uuid CONSTRAINT saved_searches_pkey PRIMARY KEY,
	member_id uuid NOT NULL
		CONSTRAINT saved_searches_member_id_fkey REFERENCES members (id)
			ON DELETE CASCADE,
	list text NOT NULL CONSTRAINT saved_searches_list_check
		CHECK (list IN ('posts', 'members', 'events')),
	kind text CONSTRAINT saved_searches_kind_check CHECK (kind IN
		('cofounder_wanted', 'operator_wanted', 'seeking_investors', 'idea',
		'hiring', 'other')),
	q text CONSTRAINT saved_searches_q_check CHECK (char_length(q) BETWEEN 1 AND 200),
	role text CONSTRAINT saved_searches_role_check CHECK (role IN
		('founder', 'operator', 'investor', 'idea_person', 'business_owner')),
	looking_for text CONSTRAINT saved_searches_looking_for_check CHECK (looking_for IN
		('cofounder', 'team', 'investors', 'talent', 'advice', 'ideas')),
	skill text CONSTRAINT saved_searches_skill_check
		CHECK (char_length(skill) BETWEEN 1 AND 40),
	org_id uuid CONSTRAINT saved_searches_org_id_fkey REFERENCES orgs (id)
		ON DELETE CASCADE,
	created_at timestamptz NOT NULL DEFAULT now(),
	CONSTRAINT saved_searches_key UNIQUE NULLS NOT DISTINCT
		(member_id, list, kind, q, role, looking_for, skill, org_id)
);

CREATE INDEX saved_searches_by_org ON saved_searches (org_id) WHERE org_id IS NOT NULL;

SELECT own_by_member('saved_searches', 'member_id');

CREATE VIEW export_saved_searches AS
	SELECT s.member_id, s.created_at AS place_at, s.id AS place_id,
		s.list, s.kind, s.q, s.role, s.looking_for AS "lookingFor", s.skill,
		o.slug AS org, s.created_at AS "createdAt"
	FROM saved_searches s LEFT JOIN orgs o ON o.id = s.org_id;

GRANT SELECT, INSERT, UPDATE ON saved_search_mails TO kith_role_notifications;
GRANT SELECT, INSERT, UPDATE, DELETE ON saved_searches TO kith_role_notifications;
GRANT SELECT ON export_saved_searches TO kith_role_identity;

-- What the searches compare.
GRANT SELECT (kind) ON posts TO kith_role_notifications;
GRANT SELECT (member_id, created_at, words) ON member_search TO kith_role_notifications;
GRANT EXECUTE ON FUNCTION text_units(text, text, text),
	member_filters(text[], text[], text[]) TO kith_role_notifications;

---- the mail -------------------------------------------------------------------------

-- Adds a mail of proto/mails.h to those that the outbox takes. Only migrations call it.
CREATE FUNCTION add_mail_template(template text) RETURNS void
LANGUAGE plpgsql SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	names text := (SELECT string_agg(quote_literal(item[1]), ', ')
		FROM pg_constraint, regexp_matches(
			substring(pg_get_constraintdef(oid) FROM 'ARRAY\[(.*)\]'),
			'''([a-z_.]+)''::text', 'g') AS item
		WHERE conname = 'outbox_template_check');
BEGIN
	EXECUTE format('ALTER TABLE outbox DROP CONSTRAINT outbox_template_check,'
		' ADD CONSTRAINT outbox_template_check CHECK (topic <> ''mail'''
		' OR payload ->> ''template'' IN (%s, %L)) NOT VALID',
		names, template);
END $$;
REVOKE EXECUTE ON FUNCTION add_mail_template(text) FROM PUBLIC;

SELECT add_mail_template('saved_searches');
