/*
 * config.c - the environment, read as the input of an operation would be.
 *
 * The variables are fields of a record like any other input, so their bounds, defaults
 * and sentences stand here once: the decoder that vets requests vets them too, and the
 * reference page is printed from the same array. A default may name other variables with
 * a dollar sign. A variable that is set to nothing counts as not set.
 */
#include "common/config/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/config/rules.h"
#include "common/input/input.h"
#include "common/text/text.h"
#include "common/wire/wire.h"

#define LIMIT_MAX 1000000
#define TIMEOUT_MIN_MS 100
#define TIMEOUT_MAX_MS 600000

static const char *const switch_values[] = {"on", "off", NULL};
static const char *const registration_values[] = {
	"open", "approval", "invite_only", "closed", NULL};
static const char *const sandbox_values[] = {"on", "require", "log", "off", NULL};
static const char *const transport_values[] = {"sp", "nng", NULL};
static const char *const log_level_values[] = {"debug", "info", "warn", "error", NULL};

#define TEXT_SETTING(member, variable, ...) \
	IN(struct config, member, variable, TEXT, __VA_ARGS__)
#define CHOICE(member, variable, ...) \
	IN(struct config, member, variable, ENUM, __VA_ARGS__)
#define NUMBER(member, variable, ...) \
	IN(struct config, member, variable, INTEGER, __VA_ARGS__)

/* Milliseconds. */
#define TIMEOUT(member, variable, ...) \
	NUMBER(member, variable, .min = TIMEOUT_MIN_MS, .max = TIMEOUT_MAX_MS, \
		__VA_ARGS__)

/* Requests in a minute; 0 turns the limit off. */
#define PER_MINUTE(member, variable, ...) \
	NUMBER(member, variable, .min = 0, .max = LIMIT_MAX, __VA_ARGS__)

static const struct field config_fields[] = {
	TEXT_SETTING(run_dir, "KITH_RUN_DIR", .min = 1, .max = 200,
		.fallback = "\".run\"",
		.doc = "The folder of everything that a running instance keeps on "
		       "disk: its secret, its sockets, and the private database where "
		       "no other is named."),
	NUMBER(port, "KITH_PORT", .min = 1, .max = 65535, .fallback = "8080",
		.doc = "The TCP port of the gateway."),
	TEXT_SETTING(listen, "KITH_LISTEN", .min = 1, .max = 64,
		.fallback = "\"0.0.0.0\"",
		.doc = "The IPv4 or IPv6 address that the gateway listens on."),
	TEXT_SETTING(base_url, "KITH_BASE_URL", .format = FORMAT_URI, .min = 1,
		.max = 200, .fallback = "\"http://localhost:$KITH_PORT\"",
		.doc = "The public origin, without a path or a slash at its end; every "
		       "link that an answer or a mail holds begins with it."),
	CHOICE(plain_http, "KITH_PLAIN_HTTP", .values = switch_values,
		.fallback = "\"off\"",
		.doc = "on admits a KITH_BASE_URL with http:// that is not on this machine: "
		       "passwords, tokens and session cookies then travel unencrypted. For a "
		       "trial on a network that you trust."),
	TEXT_SETTING(database_url, "KITH_DATABASE_URL", .min = 1, .max = 2000,
		.secret = true,
		.fallback = "\"postgresql:///kith?host=$KITH_RUN_DIR/postgres/socket\"",
		.doc = "The PostgreSQL database as a libpq connection string; without "
		       "one, the private database in the run folder."),
	TEXT_SETTING(database_read_url, "KITH_DATABASE_READ_URL", .max = 2000,
		.secret = true, .fallback = "\"\"",
		.doc = "A streaming replica of the database. Services ask it for lists that may "
		       "be two seconds old, as long as it is no older."),
	CHOICE(database_pooler, "KITH_DATABASE_POOLER", .values = switch_values,
		.fallback = "\"off\"",
		.doc = "on where KITH_DATABASE_URL and KITH_DATABASE_READ_URL name a pooler in "
		       "transaction mode: services then prepare no statements."),
	TEXT_SETTING(database_direct_url, "KITH_DATABASE_DIRECT_URL", .max = 2000,
		.secret = true, .fallback = "\"\"",
		.doc = "The database itself, where KITH_DATABASE_URL names a pooler: for those "
		       "who wait for its notifications."),
	TEXT_SETTING(secret_file, "KITH_SECRET_FILE", .min = 1, .max = 1000,
		.fallback = "\"$KITH_RUN_DIR/secret\"",
		.doc = "A file that nobody else may read. For kithctl the instance's "
		       "secret, at least 32 bytes, from which every key is derived; for "
		       "any other process the file of its own keys, which kithctl keys "
		       "writes."),
	TEXT_SETTING(bus, "KITH_BUS", .min = 1, .max = 1000,
		.fallback = "\"ipc://$KITH_RUN_DIR/bus/{service}.ipc\"",
		.doc = "Where the services are reached: addresses with {service} in "
		       "the place of a service's name, more than one separated by "
		       "commas. KITH_BUS_CONTENT and its like say it for one service. "
		       "Between machines they are tls+tcp://name:port; every address of "
		       "the name is a replica."),
	TEXT_SETTING(bus_listen, "KITH_BUS_LISTEN", .min = 1, .max = 1000,
		.fallback = "\"$KITH_BUS\"",
		.doc = "The address that a service itself listens on, {service} "
		       "replaced as above."),
	CHOICE(bus_transport, "KITH_BUS_TRANSPORT", .values = transport_values,
		.fallback = "\"sp\"",
		.doc = "The implementation of the bus. sp is Kith's own: it takes less CPU and "
		       "encrypts tls+tcp:// addresses. nng runs the whole bus on libnng, on "
		       "ipc:// and tcp:// addresses. Both speak the same protocol, so processes "
		       "with either setting understand each other."),
	CHOICE(bus_plain, "KITH_BUS_PLAIN", .values = switch_values,
		.fallback = "\"off\"",
		.doc = "on admits tcp:// addresses of the bus that are not on this machine. "
		       "What members send and read then travels unencrypted, so that is for a "
		       "network that encrypts by itself, such as WireGuard; tls+tcp:// needs "
		       "no such network."),
	CHOICE(rate_limits, "KITH_RATE_LIMITS", .values = switch_values,
		.fallback = "\"on\"",
		.doc = "off switches every rate limit off, for tests and measurements."),
	CHOICE(registration, "KITH_REGISTRATION", .values = registration_values,
		.fallback = "\"approval\"",
		.doc = "Who may become a member: everybody (open), whoever an "
		       "administrator approves (approval), holders of an invite code "
		       "(invite_only), or nobody (closed)."),
	CHOICE(log_level, "KITH_LOG_LEVEL", .values = log_level_values,
		.fallback = "\"info\"",
		.doc = "The least important lines that are written to the log."),
	CHOICE(sandbox, "KITH_SANDBOX", .values = sandbox_values, .fallback = "\"on\"",
		.doc = "How far a process confines itself before it serves: as far as the "
		       "kernel can (on), wholly or it does not start (require), not at all "
		       "while the kernel logs which calls would end it (log), not at all "
		       "(off)."),
	NUMBER(workers, "KITH_WORKERS", .min = 1, .max = 256, .fallback = "8",
		.doc = "How many connections to the database a service holds for calls. "
		       "Fewer than half of them are shared by reads of single records and by lists."),
	NUMBER(loops, "KITH_LOOPS", .min = 0, .max = 256, .fallback = "0",
		.doc = "How many event loops the gateway runs; 0 is one for each core."),
	NUMBER(connections, "KITH_CONNECTIONS_MAX", .min = 1, .max = LIMIT_MAX,
		.fallback = "12000",
		.doc = "How many client connections the gateway holds open at once."),
	NUMBER(connections_per_address, "KITH_CONNECTIONS_PER_ADDRESS", .min = 1,
		.max = LIMIT_MAX, .fallback = "256",
		.doc = "How many of them one client address may hold; an IPv6 /64 "
		       "counts as one."),
	NUMBER(request_memory_mib, "KITH_REQUEST_MEMORY_MIB", .min = 8, .max = 65536,
		.fallback = "64",
		.doc = "How many MiB the gateway's requests may hold at once: bodies that "
		       "arrive, and answers that their clients have not taken. One member's "
		       "answers may hold an eighth of it. Beyond that the slowest clients are "
		       "ended, and who asks for more is told to come again."),
	TIMEOUT(headers_ms, "KITH_HEADERS_TIMEOUT_MS", .fallback = "10000",
		.doc = "Milliseconds within which the whole head of a request must "
		       "arrive."),
	TIMEOUT(body_ms, "KITH_BODY_TIMEOUT_MS", .fallback = "30000",
		.doc = "Milliseconds within which the whole body of a request must "
		       "arrive."),
	TIMEOUT(response_ms, "KITH_RESPONSE_TIMEOUT_MS", .fallback = "30000",
		.doc = "Milliseconds within which a client must have taken an answer."),
	TIMEOUT(idle_ms, "KITH_IDLE_TIMEOUT_MS", .fallback = "30000",
		.doc = "Milliseconds that a connection may stay open between two "
		       "requests."),
	NUMBER(operations_port, "KITH_OPERATIONS_PORT", .min = 0, .max = 65535,
		.fallback = "0",
		.doc = "The TCP port of the metrics, for the operator only; 0 opens "
		       "none."),
	TEXT_SETTING(operations_listen, "KITH_OPERATIONS_LISTEN", .min = 1, .max = 64,
		.fallback = "\"127.0.0.1\"",
		.doc = "The IPv4 or IPv6 address of that port. Another one than a loopback "
		       "address needs a KITH_METRICS_TOKEN."),
	TEXT_SETTING(metrics_token, "KITH_METRICS_TOKEN", .max = 200, .secret = true,
		.fallback = "\"\"",
		.doc = "What whoever reads the metrics must send as a bearer token, 20 "
		       "characters at least. Without one, whoever reaches the port may read "
		       "them."),
	TEXT_SETTING(trusted_proxies, "KITH_TRUSTED_PROXIES", .max = 2000,
		.fallback = "\"\"",
		.doc = "Addresses of reverse proxies, separated by commas, whose "
		       "X-Forwarded-For header says who the client is."),
	TEXT_SETTING(mcp_origins, "KITH_MCP_ORIGINS", .max = 2000, .fallback = "\"\"",
		.doc = "Web origins beside the instance's own, separated by commas, "
		       "whose pages may call the tool server."),
	TEXT_SETTING(smtp_url, "KITH_SMTP_URL", .max = 1000, .fallback = "\"\"",
		.secret = true,
		.doc = "The mail server that takes all mails, such as "
		       "smtp://user:password@mail.example.org:587 or smtps://…:465; signs such as "
		       "/ and @ in a password are written as %2F and %40. With smtp:// the "
		       "server must offer STARTTLS, unless it is on this machine. Without one, "
		       "each mail becomes a file in $KITH_RUN_DIR/mail."),
	TEXT_SETTING(smtp_ca, "KITH_SMTP_CA_FILE", .max = 1000, .fallback = "\"\"",
		.doc = "A file of certificates that the mail server's is checked by, instead of "
		       "those of the system."),
	NUMBER(smtp_connections, "KITH_SMTP_CONNECTIONS", .min = 1, .max = 64,
		.fallback = "8",
		.doc = "How many connections to the mail server a notifications process uses at "
		       "once."),
	TEXT_SETTING(mail_from, "KITH_MAIL_FROM", .min = 3, .max = 200,
		.fallback = "\"kith@localhost\"",
		.doc = "The sender's address of all mails."),
	TEXT_SETTING(role_prefix, "KITH_DATABASE_ROLE_PREFIX", .min = 1, .max = 40,
		.fallback = "\"kith_\"",
		.doc = "What the names of the services' PostgreSQL roles begin with; "
		       "instances that share a server need different ones."),
	TEXT_SETTING(fetch_allow, "KITH_FETCH_ALLOW", .max = 2000, .fallback = "\"\"",
		.doc = "Hosts that images and the documents of apps may be fetched from although "
		       "they are not on the public internet, or not on the ports 80 and 443: "
		       "host:port, separated by commas. A document tells who an app is, so from "
		       "these, too, it is fetched by https:// alone, save from this machine."),
	TEXT_SETTING(s3_url, "KITH_S3_URL", .max = 1000, .fallback = "\"\"",
		.doc = "The bucket of an S3-compatible store that images are kept in instead of "
		       "the database, such as https://s3.example.org/kith or "
		       "https://kith.s3.example.org."),
	TEXT_SETTING(s3_region, "KITH_S3_REGION", .min = 1, .max = 100,
		.fallback = "\"us-east-1\"",
		.doc = "The region that requests to the store are signed for."),
	TEXT_SETTING(s3_access_key, "KITH_S3_ACCESS_KEY", .max = 200, .fallback = "\"\"",
		.doc = "The key's name at the store."),
	TEXT_SETTING(s3_secret_key, "KITH_S3_SECRET_KEY", .max = 200, .fallback = "\"\"",
		.secret = true,
		.doc = "The key that requests to the store are signed with."),
	TEXT_SETTING(s3_ca, "KITH_S3_CA_FILE", .max = 1000, .fallback = "\"\"",
		.doc = "A file of certificates that the store's is checked by, instead of those "
		       "of the system."),
	CHOICE(s3_drain, "KITH_S3_DRAIN", .values = switch_values, .fallback = "\"off\"",
		.doc = "on moves all images from the store back into the database, where new ones "
		       "are kept as well."),
	TEXT_SETTING(social_url, "KITH_SOCIAL_URL", .max = 200, .fallback = "\"\"",
		.doc = "The origin of a server that speaks the Mastodon API, at which members "
		       "may link an account to share progress entries: https, unless it is on "
		       "this machine. The gateway, content and media read it. Without one, "
		       "nothing can be linked or shared."),
	TEXT_SETTING(social_client_id, "KITH_SOCIAL_CLIENT_ID", .max = 400,
		.fallback = "\"\"",
		.doc = "The id under which that server knows this instance, whose redirect "
		       "address there is $KITH_BASE_URL/social/callback. Media reads it."),
	TEXT_SETTING(social_client_secret, "KITH_SOCIAL_CLIENT_SECRET", .max = 400,
		.secret = true, .fallback = "\"\"",
		.doc = "The secret that belongs to it. Media reads it."),
	PER_MINUTE(reads_per_minute, "KITH_READS_PER_MINUTE", .fallback = "600",
		.doc = "Reads in a minute by one member; 0 is no limit."),
	PER_MINUTE(writes_per_minute, "KITH_WRITES_PER_MINUTE", .fallback = "120",
		.doc = "Changes in a minute by one member; 0 is no limit."),
	PER_MINUTE(tool_calls_per_minute, "KITH_TOOL_CALLS_PER_MINUTE", .fallback = "120",
		.doc = "Tool calls in a minute by one member through one client; 0 is "
		       "no limit."),
	PER_MINUTE(tool_messages_per_minute, "KITH_TOOL_MESSAGES_PER_MINUTE",
		.fallback = "600",
		.doc = "Messages to the tool server beside tool calls, such as listing the "
		       "tools, in a minute by one member through one client; 0 is no "
		       "limit."),
	PER_MINUTE(images_per_half_hour, "KITH_IMAGES_PER_HALF_HOUR", .fallback = "30",
		.doc = "Images in half an hour that one member may set; 0 is no limit."),
	PER_MINUTE(anonymous_per_minute, "KITH_ANONYMOUS_PER_MINUTE", .fallback = "60",
		.doc = "Requests in a minute without a credential from one address; 0 "
		       "is no limit."),
	NUMBER(access_token_s, "KITH_ACCESS_TOKEN_S", .min = 3600, .max = 604800,
		.fallback = "86400",
		.doc = "Seconds that an access token of an app works. It can be revoked at "
		       "any time."),
	NUMBER(refresh_overlap_s, "KITH_REFRESH_OVERLAP_S", .min = 0, .max = 3600,
		.fallback = "300",
		.doc = "Seconds in which an app that uses a spent refresh token once more gets "
		       "the same new one again. After that the app is disconnected."),
	NUMBER(clients_per_hour, "KITH_CLIENTS_PER_HOUR", .min = 0, .max = LIMIT_MAX,
		.fallback = "300",
		.doc = "How many new apps may register themselves in an hour, on the whole "
		       "instance; 0 is no limit."),
	CHOICE(client_documents, "KITH_CLIENT_DOCUMENTS", .values = switch_values,
		.fallback = "\"off\"",
		.doc = "on lets an app be known by the address of a document in which it "
		       "describes itself, and which is fetched from the web by kith-media, "
		       "instead of registering. Apps that were connected this way stay "
		       "connected when it is switched off."),
};

const struct record config_record = {
	.name = "config",
	.doc = "The settings of an instance.",
	.fields = config_fields,
	.count = COUNT_OF(config_fields),
	.size = sizeof(struct config),
};

static const struct config *current;

/* Writes one variable's text as the type that its field has. */
static void
write_setting(struct buffer *out, const struct field *field, const char *text)
{
	char *end = NULL;
	long long number = strtoll(text, &end, 10);

	wire_cstring(out, field->name);
	if (field->type == FIELD_INTEGER && *end == '\0' && end != text)
		wire_integer(out, number);
	else
		wire_cstring(out, text);
}

/* All variables that are set, or whose default names others, as one map; or what is wrong. */
static struct buffer
settings_of_environment(struct arena *arena, const char **fault)
{
	struct buffer out = {.arena = arena};
	size_t begin = wire_begin(&out), count = 0;

	for (size_t i = 0; i < config_record.count; i++) {
		const struct field *field = &config_record.fields[i];
		const char *text = config_text_of(arena, field, fault);

		if (*fault != NULL)
			break;
		if (text == NULL)
			continue;
		if (!utf8_valid(text, strlen(text))) {
			*fault = arena_printf(arena, "%s must be UTF-8", field->name);
			break;
		}
		write_setting(&out, field, text);
		count++;
	}
	wire_end_map(&out, begin, count);
	return out;
}

/* A question to the DNS that is lost is asked again after a second. By itself glibc waits for five, as
 * long as a connection to the database may take in all, and a container's name server loses some whenever a
 * container begins or ends. Must be called before threads are; resolv.conf(5). */
static void
ask_names_again_soon(void)
{
	setenv("RES_OPTIONS", "timeout:1 attempts:5", 0);
}

const char *
config_check(void)
{
	static struct arena *arena;
	struct buffer settings;
	struct input_result result;
	const char *fault = NULL;

	if (current != NULL)
		return NULL;
	ask_names_again_soon();
	/* The arena lives as long as the process: everybody points into it. */
	arena = arena_new(8192);
	settings = settings_of_environment(arena, &fault);
	if (fault != NULL)
		return fault;
	result = input_decode(arena, &config_record, settings.data, settings.size);
	if (result.faults != NULL)
		return result.faults->detail;
	fault = config_rule_broken(arena, result.input);
	if (fault == NULL)
		current = result.input;
	return fault;
}

/* A setting that is wrong must not be guessed at. */
const struct config *
config_load(void)
{
	const char *fault = config_check();

	if (fault != NULL) {
		fprintf(stderr, "%s.\n", fault);
		exit(2);
	}
	return current;
}

const struct config *
config(void)
{
	return current;
}
