-- Generates :projects projects of 1,000 members for searches. Some words of their names
-- are common and most are rare; the values are the same in every run.
SET search_path = kith, kith_extensions, pg_catalog;
SET synchronous_commit = off;

\ir words.sql

INSERT INTO members (id, email, name, email_verified_at, status)
SELECT gen_random_uuid(), 'member' || n || '@bench.example', 'Member ' || n, now(),
	'active'
FROM generate_series(1, 1000) AS n;
INSERT INTO profiles (member_id, handle, onboarded_at)
SELECT id, replace(split_part(email, '@', 1), 'member', 'member-'), now() FROM members;
CREATE TEMPORARY TABLE people AS
SELECT id, row_number() OVER (ORDER BY email) AS n FROM members;

CREATE TEMPORARY TABLE made AS
SELECT n, gen_random_uuid() AS id,
	'2026-01-01Z'::timestamptz + n * interval '1 minute' AS at
FROM generate_series(1, :projects) AS n;
-- One in twenty is private, one in ten archived; half of the names contain "project".
INSERT INTO projects (id, name, summary, visibility, status, member_count, created_at,
	updated_at)
SELECT id, initcap(a.word) || ' ' || CASE WHEN made.n % 2 = 0 THEN 'project ' ELSE '' END
	|| b.word, 'What it is about',
	CASE WHEN made.n % 20 = 0 THEN 'private' ELSE 'network' END,
	CASE WHEN made.n % 10 = 3 THEN 'archived' ELSE 'active' END, 1, at, at
FROM made JOIN words a ON a.n = pg_temp.pick('a' || made.n, 3000)
JOIN words b ON b.n = pg_temp.pick('b' || made.n, 20000);
ANALYZE made;
ANALYZE people;
ALTER TABLE project_members DISABLE TRIGGER USER;
INSERT INTO project_members (project_id, member_id, role)
SELECT made.id, people.id, 'lead' FROM made JOIN people ON people.n = made.n % 1000 + 1;
ALTER TABLE project_members ENABLE TRIGGER USER;

INSERT INTO orgs (id, slug, name) VALUES (gen_random_uuid(), 'large', 'Large');
INSERT INTO org_members (org_id, member_id, role)
SELECT o.id, m.id, 'owner' FROM orgs o, members m WHERE m.email = 'member1@bench.example';
INSERT INTO affiliations (id, project_id, org_id, kind, status, initiated_by, created_at,
	decided_at)
SELECT gen_random_uuid(), made.id, o.id, 'community', 'active', 'project', made.at,
	made.at
FROM made, orgs o WHERE made.n % 20 = 1;
VACUUM ANALYZE;
