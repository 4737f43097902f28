-- 0460_media_small: square images for the rows of lists. Owner of this table: media.

-- A WebP of 96 pixels, always in the database. NULL: the image is not square, or was
-- stored before; it is served whole instead. Storing the image again adds it.
ALTER TABLE images ADD COLUMN small bytea
	CONSTRAINT images_small_check CHECK (octet_length(small) BETWEEN 1 AND 6000);
ALTER TABLE images ALTER COLUMN small SET STORAGE EXTERNAL;
