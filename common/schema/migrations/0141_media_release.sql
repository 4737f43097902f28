-- 0141_media_release: an image that is let go of while it is being looked at. Owner of images: media.

-- The sweep may hold the row, about to note that a record has the image: the very one that lets go of
-- it here and has not committed. So the row is written whatever it says at this moment, which waits
-- for the sweep, and then what the sweep has noted is replaced. What is to be looked at anyway keeps
-- its time.
CREATE OR REPLACE FUNCTION release_image() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	UPDATE images SET look_at = coalesce(look_at, now())
		WHERE id = (to_jsonb(OLD) ->> TG_ARGV[0])::uuid;
	RETURN NULL;
END $$;

-- What was let go of like that before.
UPDATE images SET look_at = now() WHERE look_at IS NULL;
