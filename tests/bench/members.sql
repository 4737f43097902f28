-- Generates :members members for searches. Some of their words, skills, places and
-- organizations are common and most are rare; the values are the same in every run.
SET search_path = kith, kith_extensions, pg_catalog;
SET synchronous_commit = off;
SET maintenance_work_mem = '256MB';

\ir words.sql

CREATE TEMPORARY TABLE made AS
SELECT n, gen_random_uuid() AS id,
	'2026-01-01Z'::timestamptz + n * interval '1 minute' AS at
FROM generate_series(1, :members) AS n;

CREATE TEMPORARY TABLE bios AS
SELECT said.n, string_agg(w.word, ' ' ORDER BY said.k) AS bio
FROM (SELECT n, k, pg_temp.pick('w' || n || '-' || k, 20000) AS word
	FROM generate_series(1, :members) AS n, generate_series(1, 60) AS k) AS said
JOIN words w ON w.n = said.word GROUP BY said.n;

INSERT INTO members (id, email, name, email_verified_at, status, created_at, updated_at)
SELECT id, 'member' || n || '@bench.example',
	initcap(pg_temp.word(pg_temp.pick('a' || n, 3000))) || ' '
		|| initcap(pg_temp.word(pg_temp.pick('b' || n, 20000))),
	at, 'active', at, at
FROM made;

INSERT INTO profiles (member_id, handle, headline, bio, roles, skills, looking_for,
	affiliation, location, onboarded_at, created_at, updated_at)
SELECT id, 'member-' || n, initcap(pg_temp.word(pg_temp.pick('h' || n, 500))) || ' and '
	|| pg_temp.word(pg_temp.pick('i' || n, 5000)),
	bio,
	ARRAY[CASE WHEN n % 500 = 0 THEN 'business_owner'
		WHEN n % 50 = 0 THEN 'idea_person'
		WHEN n % 10 = 0 THEN 'investor' WHEN n % 3 = 0 THEN 'operator'
		ELSE 'founder' END],
	ARRAY(SELECT DISTINCT
			'Skill ' || pg_temp.word(pg_temp.pick('s' || n || '-' || k, 4000))
		FROM generate_series(1, 5) AS k),
	ARRAY[CASE WHEN n % 400 = 0 THEN 'ideas' WHEN n % 20 = 0 THEN 'investors'
		WHEN n % 2 = 0 THEN 'cofounder' ELSE 'talent' END],
	'University of ' || initcap(pg_temp.word(pg_temp.pick('u' || n, 2000))),
	initcap(pg_temp.word(pg_temp.pick('l' || n, 300))), at, at, at
FROM made JOIN bios USING (n);

-- Organizations with 60,000 members down to a few; the caller is in each.
INSERT INTO orgs (id, slug, name)
SELECT gen_random_uuid(), 'org-' || n, 'Organization ' || n
FROM generate_series(1, 200) AS n;
INSERT INTO org_members (org_id, member_id)
SELECT o.id, m.id FROM orgs o
	JOIN LATERAL (SELECT substr(o.slug, 5)::integer AS n) x ON true
	JOIN made m ON m.n % 5 < 3 AND x.n = 1 OR x.n > 1 AND m.n % (x.n * 25) = 7
UNION SELECT o.id, m.id FROM orgs o, made m WHERE m.n = 1;

VACUUM ANALYZE;
CHECKPOINT;
