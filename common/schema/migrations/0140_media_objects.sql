-- 0140_media_objects: images in an object store. Owner of this table: media.

-- What may lie in the store. An object is noted before it is put there, and forgotten once it is
-- certain that it is gone, so whatever fails in between, nothing lies there that nobody knows of. Each
-- has a name of its own and is never put again: a request that a slow store carries out late does no
-- harm to another copy of the same image.
CREATE TABLE image_objects (
	id uuid CONSTRAINT image_objects_pkey PRIMARY KEY,
	image uuid NOT NULL, -- of whose contents it is; the object's name has both
	stored_at timestamptz NOT NULL DEFAULT now(),
	-- It is being removed: no image may have it from now on.
	going boolean NOT NULL DEFAULT false,
	-- From when on it is to be looked whether an image has it, or tried to remove it. NULL: an image
	-- had it, and none has let go of it since.
	look_at timestamptz DEFAULT now() + interval '20 minutes',
	CONSTRAINT image_objects_going_check CHECK (NOT going OR look_at IS NOT NULL)
);

CREATE INDEX image_objects_to_look_at ON image_objects (look_at) WHERE look_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON image_objects TO kith_role_media;

-- An image is in the database or in the store.
ALTER TABLE images ADD COLUMN object uuid
	CONSTRAINT images_object_fkey REFERENCES image_objects (id);
ALTER TABLE images ADD CONSTRAINT images_place_check CHECK (num_nonnulls(data, object) = 1);

CREATE UNIQUE INDEX images_by_object ON images (object) WHERE object IS NOT NULL;
-- For who moves them from one to the other.
CREATE INDEX images_in_database ON images (id) WHERE data IS NOT NULL;
