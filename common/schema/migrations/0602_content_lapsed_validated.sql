-- 0602_content_lapsed_validated: only an ask that expires can be lapsed. Owner: content.
ALTER TABLE posts VALIDATE CONSTRAINT posts_lapsed_check;
