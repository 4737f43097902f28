-- Generates members, organizations and asks (by default 100,000, 2,000 and 1,000,000);
-- :members, :orgs and :posts set the counts.
SET search_path = kith, pg_catalog;
-- The rows are consistent, so triggers and foreign keys are disabled.
SET session_replication_role = replica;
SET synchronous_commit = off;
SET maintenance_work_mem = '256MB';

-- Building an index at once is much faster than row by row, so non-unique indexes are
-- dropped and created at the end.
CREATE TEMPORARY TABLE dropped AS
	SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition
	FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
	WHERE NOT i.indisunique AND i.indrelid IN ('members'::regclass,
		'profiles'::regclass, 'org_members'::regclass, 'posts'::regclass,
		'post_targets'::regclass);
SELECT format('DROP INDEX %I', name) FROM dropped \gexec

CREATE FUNCTION pg_temp.id(kind text, n bigint, at timestamptz) RETURNS uuid
LANGUAGE sql STABLE AS $$
	SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7'
		|| substr(md5(kind || n), 1, 3) || 'a'
		|| substr(md5(kind || n), 4, 15))::uuid
$$;

-- Each id is computed once, and all rows that refer to it use these tables.
CREATE TEMPORARY TABLE m AS
	SELECT n, pg_temp.id('member', n,
		'2026-01-01Z'::timestamptz + n * interval '1 second') AS id
	FROM generate_series(1, :members) AS n;
CREATE TEMPORARY TABLE o AS
	SELECT n, pg_temp.id('org', n,
		'2026-01-01Z'::timestamptz + n * interval '1 second') AS id
	FROM generate_series(1, :orgs) AS n;
CREATE TEMPORARY TABLE a AS
	SELECT n, pg_temp.id('post', n, at) AS id, at
	FROM (SELECT n, '2026-02-01Z'::timestamptz + n * interval '10 seconds' AS at
		FROM generate_series(1, :posts) AS n) AS numbered;
ANALYZE m, o, a;

INSERT INTO members (id, email, name, email_verified_at, status, created_at, updated_at)
SELECT id, 'member' || n || '@bench.example', 'Member ' || n, now(), 'active',
	'2026-01-01Z'::timestamptz + n * interval '1 second', now()
FROM m ORDER BY n;

INSERT INTO profiles (member_id, handle, headline, bio, roles, skills, onboarded_at)
SELECT id, 'member-' || n, 'Headline of member ' || n, repeat('About me. ', 12),
	ARRAY['founder'], ARRAY['skill' || n % 50, 'skill' || n % 7], now()
FROM m ORDER BY n;

INSERT INTO orgs (id, slug, name, kind, visibility, join_policy, member_count)
SELECT id, 'org-' || n, 'Organization ' || n, 'community',
	CASE WHEN n % 5 = 0 THEN 'unlisted' ELSE 'public' END, 'request', 0
FROM o ORDER BY n;

INSERT INTO org_slugs (slug, org_id) SELECT slug, id FROM orgs;

-- Member n is in 20 organizations.
INSERT INTO org_members (org_id, member_id, role)
SELECT DISTINCT o.id, m.id, 'member'
FROM m CROSS JOIN generate_series(0, 19) AS k
JOIN o ON o.n = (m.n * 7 + k * 101) % :orgs + 1
ORDER BY o.id, m.id;

INSERT INTO posts (id, author_id, kind, title, body, tags, is_public, target_count,
	created_at, updated_at)
SELECT a.id, m.id,
	(ARRAY['cofounder_wanted', 'hiring', 'idea', 'other'])[a.n % 4 + 1],
	'Ask number ' || a.n, repeat('What we look for, in some words. ', 8),
	ARRAY['tag' || a.n % 100, 'tag' || a.n % 13],
	a.n % 2 = 0, CASE WHEN a.n % 2 = 0 THEN 0 ELSE 1 END, a.at, a.at
FROM a JOIN m ON m.n = a.n % :members + 1 ORDER BY a.n;

INSERT INTO post_targets (post_id, org_id, author_id, kind, created_at)
SELECT a.id, o.id, m.id,
	(ARRAY['cofounder_wanted', 'hiring', 'idea', 'other'])[a.n % 4 + 1], a.at
FROM a JOIN m ON m.n = a.n % :members + 1 JOIN o ON o.n = a.n * 13 % :orgs + 1
WHERE a.n % 2 = 1 ORDER BY a.n;

SELECT definition FROM dropped \gexec
VACUUM ANALYZE;
CHECKPOINT;
