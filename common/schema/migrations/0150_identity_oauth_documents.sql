-- 0150_identity_oauth_documents: apps that are known by the address of a document in which they
-- describe themselves. Owner of these tables: identity.
--
-- What a document says is a row like that of a registered client. When it is no longer fresh, the
-- document is fetched before the client may ask for anything again; what the client has been
-- given is not concerned.

ALTER TABLE oauth_clients
	DROP CONSTRAINT oauth_clients_kind_check,
	ADD CONSTRAINT oauth_clients_kind_check
		CHECK (kind IN ('registered', 'fixed', 'document')),
	ADD COLUMN document_url text
		CONSTRAINT oauth_clients_document_url_key UNIQUE
		CONSTRAINT oauth_clients_document_url_check
			CHECK (char_length(document_url) BETWEEN 1 AND 400),
	ADD COLUMN fresh_until timestamptz,
	ADD CONSTRAINT oauth_clients_document_check CHECK
		((kind = 'document') = (document_url IS NOT NULL)
		AND (document_url IS NULL) = (fresh_until IS NULL)
		AND (document_url IS NULL OR auth_method = 'none'));

-- A document's client is made by strangers, too: it is counted with the registered ones, and
-- forgotten like them.
DROP INDEX oauth_clients_newest, oauth_clients_unused;
CREATE INDEX oauth_clients_newest ON oauth_clients (created_at) WHERE kind <> 'fixed';
CREATE INDEX oauth_clients_unused ON oauth_clients (registered_at) WHERE kind <> 'fixed';
