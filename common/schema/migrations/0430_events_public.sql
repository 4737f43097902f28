-- 0430_events_public: events that everybody can read. Owner of the table: identity.

-- Who has a public profile is shown as the host of an event.
GRANT SELECT (visibility, onboarded_at) ON profiles TO kith_role_events;
