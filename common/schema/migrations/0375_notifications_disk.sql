-- 0375_notifications_disk: tells whether the disk of the database is full.

-- Holds more rows than fit into work_mem, so that the server writes 16 MiB, the size of a
-- WAL segment, into a temporary file and removes it again. Nothing else of the database
-- changes. A limit of the server on such files, or a slow disk, is no full disk.
CREATE FUNCTION disk_is_full() RETURNS boolean
LANGUAGE plpgsql SET work_mem = '64kB' AS $$
BEGIN
	PERFORM count(*) FROM (WITH words AS MATERIALIZED
		(SELECT repeat('x', 8000) FROM generate_series(1, 2048))
		TABLE words) AS held;
	RETURN false;
EXCEPTION
	WHEN disk_full THEN RETURN true;
	WHEN configuration_limit_exceeded OR query_canceled THEN RETURN false;
END $$;
GRANT EXECUTE ON FUNCTION disk_is_full() TO kith_role_notifications;
