-- Generates :events events for tests/bench/events.py. Half are public, half are for the
-- members of an organization; a tenth is over.
SET search_path = kith, public;
SET synchronous_commit = off;

INSERT INTO events (id, host_id, org_id, title, description, starts_at, ends_at, timezone,
	location_kind, location, join_url, scope, status, published_at, ended, reminded,
	created_at)
SELECT new_id(), m.id, o.id, 'Event ' || n, repeat('What it is about. ', 20),
	now() + t.ahead, now() + t.ahead + interval '2 hours', 'Europe/Berlin',
	'in_person', 'Hall', '', CASE WHEN n % 2 = 0 THEN 'public' ELSE 'org_members' END,
	'published', now(), t.ahead < interval '-2 hours', true,
	now() - n * interval '1 second'
FROM generate_series(1, :events) n
CROSS JOIN LATERAL (SELECT (n % 1000 - 100) * interval '1 day' AS ahead) t
JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM members) m
	ON m.place = n % (SELECT count(*) FROM members)
LEFT JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM orgs) o
	ON n % 2 = 1 AND o.place = n % (SELECT count(*) FROM orgs);

ANALYZE events;
