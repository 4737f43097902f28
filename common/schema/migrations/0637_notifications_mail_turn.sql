-- 0637_notifications_mail_turn: a column for the order of mails (0640). Owner:
-- notifications.
ALTER TABLE outbox ADD COLUMN turn integer NOT NULL DEFAULT 0
	CONSTRAINT outbox_turn_check CHECK (turn >= 0);
