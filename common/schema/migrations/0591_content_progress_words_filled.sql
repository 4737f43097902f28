-- 0591_content_progress_words_filled: stores the words of the existing entries, 200 in
-- each transaction. Owner: content.
-- kithctl: outside a transaction
CALL kith.search_words_fill('kith.progress', 'progress');
