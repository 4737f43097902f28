-- 0025_orgs_former_slugs: a renamed organization is found under its former slug for 90 days, and
-- nobody else may take that slug meanwhile. Owner: orgs.

-- NULL for a slug that is in use or applied for; else until when it is kept.
ALTER TABLE org_slugs ADD former_until timestamptz,
	ADD CONSTRAINT org_slugs_former_check CHECK (former_until IS NULL OR org_id IS NOT NULL),
	DROP CONSTRAINT org_slugs_org_id_key;

CREATE UNIQUE INDEX org_slugs_org_id_key ON org_slugs (org_id) WHERE former_until IS NULL;
CREATE INDEX org_slugs_former ON org_slugs (org_id) WHERE former_until IS NOT NULL;

-- Whoever takes a slug removes what is no longer kept of it. Its own former slug an organization
-- may always take back.
CREATE OR REPLACE FUNCTION org_slug_follow() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	DELETE FROM org_slugs WHERE former_until <= now() AND (slug = NEW.slug OR org_id = NEW.id);
	DELETE FROM org_slugs
		WHERE slug = NEW.slug AND org_id = NEW.id AND former_until IS NOT NULL;
	UPDATE org_slugs SET former_until = now() + interval '90 days'
		WHERE org_id = NEW.id AND former_until IS NULL;
	INSERT INTO org_slugs (slug, org_id) VALUES (NEW.slug, NEW.id);
	RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION org_application_slug_follow() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = kith, pg_catalog, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		DELETE FROM org_slugs WHERE slug = NEW.slug AND former_until <= now();
		INSERT INTO org_slugs (slug, application_id) VALUES (NEW.slug, NEW.id);
	ELSE
		DELETE FROM org_slugs WHERE application_id = NEW.id;
	END IF;
	RETURN NULL;
END $$;

-- Everybody who takes a slug from a client looks here; see common/schema/org_sql.h.
GRANT SELECT (slug, org_id, former_until) ON org_slugs TO
	kith_role_orgs, kith_role_identity, kith_role_content, kith_role_projects, kith_role_events,
	kith_role_notifications;
