-- 0342_words_filled: the words of the members and projects that exist, each piece in a
-- transaction of its own. Owners: identity and projects.
-- kithctl: outside a transaction
CALL kith.words_fill();
