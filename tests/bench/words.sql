-- Pronounceable words for members.sql and projects.sql, the same in every run.

-- A number below `many`, with a distribution that favors small numbers.
CREATE FUNCTION pg_temp.pick(seed text, many integer) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
	SELECT floor(many
		* (('x' || substr(md5(seed), 1, 7))::bit(28)::integer / 268435456.0) ^ 3)::integer
$$;
CREATE FUNCTION pg_temp.word(n integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT (ARRAY['ba','ko','li','mé','nu','ra','so','tí','vo','zen'])[n % 10 + 1]
		|| (ARRAY['dar','fin','gul','her','jom',
			'kas','lor','mun','pel','quin'])[n / 10 % 10 + 1]
		|| (ARRAY['a','e','i','o','u','an','en','in','on','us'])[n / 100 % 10 + 1]
		|| CASE WHEN n < 1000 THEN '' ELSE pg_temp.word(n / 1000) END
$$;
-- Each word is computed once, because it is used many times.
CREATE TEMPORARY TABLE words AS
SELECT n, pg_temp.word(n) AS word FROM generate_series(0, 19999) AS n;
ANALYZE words;
