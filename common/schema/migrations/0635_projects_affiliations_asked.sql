-- 0635_projects_affiliations_asked: requests and invitations for affiliations are counted
-- by day. A lead asked and cancelled 107 times a minute, and each row stayed. Owner:
-- projects.
SELECT add_to_check('creations_kind_check', 'password changes', 'affiliations');
