-- 0540_identity_app_tools: which tools an app gets. Owner: identity.

-- What the member has chosen for the app (proto/tool_sets.h).
ALTER TABLE oauth_grants ADD COLUMN tools text NOT NULL DEFAULT 'all'
	CONSTRAINT oauth_grants_tools_check CHECK (tools IN ('all', 'core'));

-- What the app asked for, by the address in its request.
ALTER TABLE oauth_transactions ADD COLUMN tools text NOT NULL DEFAULT 'all'
	CONSTRAINT oauth_transactions_tools_check CHECK (tools IN ('all', 'core'));
