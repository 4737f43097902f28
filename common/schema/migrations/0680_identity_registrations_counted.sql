-- 0680_identity_registrations_counted: the registrations of a network are counted,
-- because apps that gave way do not show how many it makes. Owner: identity.

SELECT add_to_check('attempts_kind_check', 'password', 'register');
