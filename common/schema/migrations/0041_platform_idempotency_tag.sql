-- 0041_platform_idempotency_tag: a repeated request is given the tag that the first one was given.
-- Owner: the runtime (common/run/idempotency.c).

-- NULL where the answer makes its tag itself, or has none.
ALTER TABLE idempotency ADD COLUMN tag text
	CONSTRAINT idempotency_tag_check CHECK (tag ~ '^"[A-Za-z0-9_-]{22}"$');
