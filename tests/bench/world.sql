-- 100,000 members, 2,000 organizations, 1,000,000 asks. :members, :orgs and :posts say how many.
SET search_path = kith, pg_catalog;
SET session_replication_role = replica; -- no triggers, no foreign keys: the rows are consistent
SET synchronous_commit = off;
SET maintenance_work_mem = '256MB';

CREATE FUNCTION pg_temp.id(kind text, n bigint, at timestamptz) RETURNS uuid
LANGUAGE sql STABLE AS $$
	SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7'
		|| substr(md5(kind || n), 1, 3) || 'a' || substr(md5(kind || n), 4, 15))::uuid
$$;
CREATE FUNCTION pg_temp.member_id(n bigint) RETURNS uuid LANGUAGE sql STABLE AS
	$$ SELECT pg_temp.id('member', n, '2026-01-01Z'::timestamptz + n * interval '1 second') $$;
CREATE FUNCTION pg_temp.org_id(n bigint) RETURNS uuid LANGUAGE sql STABLE AS
	$$ SELECT pg_temp.id('org', n, '2026-01-01Z'::timestamptz + n * interval '1 second') $$;

INSERT INTO members (id, email, name, email_verified_at, status, created_at, updated_at)
SELECT pg_temp.member_id(n), 'member' || n || '@bench.example', 'Member ' || n, now(), 'active',
	'2026-01-01Z'::timestamptz + n * interval '1 second', now()
FROM generate_series(1, :members) AS n;

INSERT INTO profiles (member_id, handle, headline, bio, roles, skills, onboarded_at)
SELECT pg_temp.member_id(n), 'member-' || n, 'Headline of member ' || n, repeat('About me. ', 12),
	ARRAY['founder'], ARRAY['skill' || n % 50, 'skill' || n % 7], now()
FROM generate_series(1, :members) AS n;

INSERT INTO orgs (id, slug, name, kind, visibility, join_policy, member_count)
SELECT pg_temp.org_id(n), 'org-' || n, 'Organization ' || n, 'community',
	CASE WHEN n % 5 = 0 THEN 'unlisted' ELSE 'public' END, 'request', 0
FROM generate_series(1, :orgs) AS n;

INSERT INTO org_slugs (slug, org_id) SELECT slug, id FROM orgs;

-- Member n is in 20 organizations.
INSERT INTO org_members (org_id, member_id, role)
SELECT DISTINCT pg_temp.org_id((n * 7 + k * 101) % :orgs + 1), pg_temp.member_id(n), 'member'
FROM generate_series(1, :members) AS n, generate_series(0, 19) AS k;

INSERT INTO posts (id, author_id, kind, title, body, tags, is_public, target_count, created_at,
	updated_at)
SELECT pg_temp.id('post', n, at), pg_temp.member_id(n % :members + 1),
	(ARRAY['cofounder_wanted', 'hiring', 'idea', 'other'])[n % 4 + 1], 'Ask number ' || n,
	repeat('What we look for, in some words. ', 8), ARRAY['tag' || n % 100, 'tag' || n % 13],
	n % 2 = 0, CASE WHEN n % 2 = 0 THEN 0 ELSE 1 END, at, at
FROM (SELECT n, '2026-02-01Z'::timestamptz + n * interval '10 seconds' AS at
	FROM generate_series(1, :posts) AS n) AS numbered;

INSERT INTO post_targets (post_id, org_id, author_id, kind, created_at)
SELECT pg_temp.id('post', n, at), pg_temp.org_id(n * 13 % :orgs + 1),
	pg_temp.member_id(n % :members + 1),
	(ARRAY['cofounder_wanted', 'hiring', 'idea', 'other'])[n % 4 + 1], at
FROM (SELECT n, '2026-02-01Z'::timestamptz + n * interval '10 seconds' AS at
	FROM generate_series(1, :posts) AS n WHERE n % 2 = 1) AS numbered;

VACUUM ANALYZE;
CHECKPOINT;
