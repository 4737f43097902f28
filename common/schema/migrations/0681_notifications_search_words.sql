-- 0681_notifications_search_words: mails about saved searches are sent. The functions by
-- which they find members call others, which notifications may execute now. Owner:
-- notifications.

GRANT EXECUTE ON FUNCTION quote_term(text), text_base(text), text_fold(text),
	text_marks(), text_split(text, boolean), text_unspaced()
	TO kith_role_notifications;
