/*
 * columns.c - tests/contract/secrets.txt says for each column of bytes what a rotation of
 * the secret does with it.
 */
#include "services/ctl/secret/columns.h"

#include "common/base/arena.h"
#include "common/outbox/outbox.h"
#include "services/identity/oauth/signing_key.h"
#include "services/identity/sign_in/totp.h"
#include "services/media/social/social.h"

const struct encrypted_column encrypted_columns[] = {
	{"totp", "secret", "member_id", SERVICE_IDENTITY, TOTP_SEAL},
	{"signing_keys", "private_key", "id", SERVICE_IDENTITY, SIGNING_KEY_SEAL},
	{"outbox", "secret", "id", SERVICE_NOTIFICATIONS, OUTBOX_SEAL},
	{"social_accounts", "token", "member_id", SERVICE_MEDIA, SOCIAL_SEAL},
	{"social_links", "verifier", "member_id", SERVICE_MEDIA, SOCIAL_SEAL},
	{"social_links", "token", "member_id", SERVICE_MEDIA, SOCIAL_SEAL},
	{"social_revocations", "token", "sealed_for", SERVICE_MEDIA, SOCIAL_SEAL},
};

const size_t encrypted_column_count = COUNT_OF(encrypted_columns);
