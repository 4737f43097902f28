-- 0100_media: images as they are served. Owner of this table: media.

-- An image is called by its contents (the id is made of their SHA-256), so the same image is
-- stored once, and what has an address never changes.
CREATE TABLE images (
	id uuid CONSTRAINT images_pkey PRIMARY KEY,
	-- WebP; NULL: the object store of the instance has it.
	data bytea,
	bytes integer NOT NULL CONSTRAINT images_bytes_check CHECK (bytes BETWEEN 1 AND 2097152),
	stored_at timestamptz NOT NULL DEFAULT now(),
	-- From when on it is to be looked whether any record has the image, and it is removed if none
	-- has. NULL: one had it, and none has let go of it since. A new one is given the time that it
	-- takes to be set.
	look_at timestamptz DEFAULT now() + interval '20 minutes',
	CONSTRAINT images_data_check CHECK (octet_length(data) = bytes)
);

-- WebP is as small as it gets.
ALTER TABLE images ALTER COLUMN data SET STORAGE EXTERNAL;

CREATE INDEX images_to_look_at ON images (look_at) WHERE look_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON images TO kith_role_media;

-- Notes that a record has let go of an image. A transaction that removes the image holds its row
-- until then, so whichever of both comes first, the other sees what it did.
CREATE FUNCTION release_image() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	UPDATE images SET look_at = now()
		WHERE look_at IS NULL AND id = (to_jsonb(OLD) ->> TG_ARGV[0])::uuid;
	RETURN NULL;
END $$;

-- A migration that creates a column with images calls this once for it:
--     SELECT refer_to_image('members', 'image');
-- From then on the column holds images that exist, and one that it lets go of is removed unless
-- another record has it.
CREATE FUNCTION refer_to_image(table_name name, column_name name)
RETURNS void LANGUAGE plpgsql SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I FOREIGN KEY (%I) REFERENCES images (id)',
		table_name, table_name || '_' || column_name || '_fkey', column_name);
	EXECUTE format('CREATE INDEX %I ON %I (%I) WHERE %I IS NOT NULL',
		table_name || '_by_' || column_name, table_name, column_name, column_name);
	EXECUTE format('CREATE TRIGGER %I AFTER UPDATE OF %I ON %I FOR EACH ROW'
		' WHEN (OLD.%I IS NOT NULL AND OLD.%I IS DISTINCT FROM NEW.%I)'
		' EXECUTE FUNCTION release_image(%L)',
		table_name || '_replaces_' || column_name, column_name, table_name,
		column_name, column_name, column_name, column_name);
	EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I FOR EACH ROW'
		' WHEN (OLD.%I IS NOT NULL) EXECUTE FUNCTION release_image(%L)',
		table_name || '_loses_' || column_name, table_name, column_name, column_name);
END $$;

-- Whether a record has the image: in any of the columns that refer to images. Each of its
-- statements sees what was committed before it, also within a statement that began earlier.
CREATE FUNCTION image_is_used(image uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE
SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
DECLARE
	place record;
	found_one boolean;
BEGIN
	FOR place IN SELECT c.conrelid::regclass AS holder, a.attname AS name
		FROM pg_constraint c JOIN pg_attribute a
			ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
		WHERE c.contype = 'f' AND c.confrelid = 'images'::regclass
	LOOP
		EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I = $1)', place.holder, place.name)
			INTO found_one USING image;
		IF found_one THEN
			RETURN true;
		END IF;
	END LOOP;
	RETURN false;
END $$;

REVOKE EXECUTE ON FUNCTION refer_to_image(name, name) FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION image_is_used(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION image_is_used(uuid) TO kith_role_media;

-- Nothing could set them before.
UPDATE members SET image = NULL WHERE image IS NOT NULL;
UPDATE orgs SET logo = NULL, cover = NULL WHERE logo IS NOT NULL OR cover IS NOT NULL;
UPDATE posts SET photo = NULL WHERE photo IS NOT NULL;
UPDATE progress SET photo = NULL WHERE photo IS NOT NULL;

SELECT refer_to_image('members', 'image');
SELECT refer_to_image('orgs', 'logo');
SELECT refer_to_image('orgs', 'cover');
SELECT refer_to_image('posts', 'photo');
SELECT refer_to_image('progress', 'photo');
