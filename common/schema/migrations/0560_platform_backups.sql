-- 0560_platform_backups: when the last complete backup was made. Owner: platform.

-- kithctl backup adds a row and deletes those before it.
CREATE TABLE backups (made_at timestamptz CONSTRAINT backups_pkey PRIMARY KEY);
GRANT SELECT ON backups TO kith_role_notifications;
