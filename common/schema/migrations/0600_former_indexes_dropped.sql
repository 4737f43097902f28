-- 0600_former_indexes_dropped: indexes that no process reads any more. Owners: content,
-- orgs, projects, events and identity.
--
-- Those of words are replaced by 0340 to 0344 and by 0454 to 0457: each write computed the
-- words of a text three times. Those of progress entries served the relisting, which 0320
-- ended.
-- kithctl: outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS kith.posts_words;
DROP INDEX CONCURRENTLY IF EXISTS kith.posts_text;
DROP INDEX CONCURRENTLY IF EXISTS kith.orgs_words;
DROP INDEX CONCURRENTLY IF EXISTS kith.orgs_text;
DROP INDEX CONCURRENTLY IF EXISTS kith.projects_words;
DROP INDEX CONCURRENTLY IF EXISTS kith.projects_text;
DROP INDEX CONCURRENTLY IF EXISTS kith.projects_terms;
DROP INDEX CONCURRENTLY IF EXISTS kith.events_words;
DROP INDEX CONCURRENTLY IF EXISTS kith.events_text;
DROP INDEX CONCURRENTLY IF EXISTS kith.member_search_terms;
DROP INDEX CONCURRENTLY IF EXISTS kith.progress_listed;
DROP INDEX CONCURRENTLY IF EXISTS kith.progress_listed_by_kind;
DROP INDEX CONCURRENTLY IF EXISTS kith.progress_listed_by_project;
DROP INDEX CONCURRENTLY IF EXISTS kith.progress_targets_listed;
DROP INDEX CONCURRENTLY IF EXISTS kith.progress_targets_listed_by_kind;
