-- 0453_words_stored_filled: stores the words of the existing records, 200 in each
-- transaction. Owners: content, orgs, projects and events.
-- kithctl: outside a transaction
CALL kith.search_words_fill('kith.posts', 'post');
CALL kith.search_words_fill('kith.orgs', 'org');
CALL kith.search_words_fill('kith.projects', 'project');
CALL kith.search_words_fill('kith.events', 'event');
