-- Projects to be found: :projects of them, whose names share some words and have most for
-- themselves, on 1,000 members. Nothing is random, so that two runs find the same.
SET search_path = kith, kith_extensions, pg_catalog;
SET synchronous_commit = off;

CREATE FUNCTION pg_temp.pick(seed text, many integer) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
	SELECT floor(power(('x' || substr(md5(seed), 1, 7))::bit(28)::integer / 268435456.0, 3)
		* many)::integer
$$;
CREATE FUNCTION pg_temp.word(n integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT (ARRAY['ba','ko','li','mé','nu','ra','so','tí','vo','zen'])[n % 10 + 1]
		|| (ARRAY['dar','fin','gul','her','jom','kas','lor','mun','pel','quin'])[n / 10 % 10 + 1]
		|| (ARRAY['a','e','i','o','u','an','en','in','on','us'])[n / 100 % 10 + 1]
		|| CASE WHEN n < 1000 THEN '' ELSE pg_temp.word(n / 1000) END
$$;

INSERT INTO members (id, email, name, email_verified_at, status)
SELECT gen_random_uuid(), 'member' || n || '@bench.example', 'Member ' || n, now(), 'active'
FROM generate_series(1, 1000) AS n;
INSERT INTO profiles (member_id, handle, onboarded_at)
SELECT id, replace(split_part(email, '@', 1), 'member', 'member-'), now() FROM members;
CREATE TEMPORARY TABLE people AS
SELECT id, row_number() OVER (ORDER BY email) AS n FROM members;

CREATE TEMPORARY TABLE words AS
SELECT n, pg_temp.word(n) AS word FROM generate_series(0, 19999) AS n;
CREATE TEMPORARY TABLE made AS
SELECT n, gen_random_uuid() AS id, '2026-01-01Z'::timestamptz + n * interval '1 minute' AS at
FROM generate_series(1, :projects) AS n;
-- One in twenty is private, one in ten archived; every other name has the word "project".
INSERT INTO projects (id, name, summary, visibility, status, member_count, created_at, updated_at)
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
SELECT gen_random_uuid(), made.id, o.id, 'community', 'active', 'project', made.at, made.at
FROM made, orgs o WHERE made.n % 20 = 1;
VACUUM ANALYZE;
