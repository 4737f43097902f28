/*
 * config.c - reads the environment like the input of an operation.
 *
 * The variables are fields of a record, so the decoder of requests validates them, and
 * the reference page is printed from the same array. A default may refer to other
 * variables with a dollar sign. An empty variable counts as not set.
 */
#include "common/config/config.h"

#define LIMIT_MAX 1000000
#define TIMEOUT_MIN_MS 100
#define TIMEOUT_MAX_MS 600000

static const char *const switch_values[] = {"on", "off", NULL};
static const char *const approval_values[] = {"each", "above", "never", NULL};
static const char *const document_values[] = {"on", "known", "off", NULL};
static const char *const registration_values[] = {
	"open", "approval", "invite_only", "closed", NULL};
static const char *const sandbox_values[] = {"on", "require", "log", "off", NULL};
static const char *const transport_values[] = {"sp", "nng", NULL};
static const char *const log_address_values[] = {"full", "short", "off", NULL};
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
		.doc = "The folder of a running instance: its secret, its sockets, and "
		       "the private database unless KITH_DATABASE_URL names another."),
	NUMBER(port, "KITH_PORT", .min = 1, .max = 65535, .fallback = "8080",
		.doc = "The TCP port of the gateway."),
	TEXT_SETTING(listen, "KITH_LISTEN", .min = 1, .max = 64,
		.fallback = "\"0.0.0.0\"",
		.doc = "The IPv4 or IPv6 address that the gateway listens on."),
	TEXT_SETTING(base_url, "KITH_BASE_URL", .format = FORMAT_URI, .min = 1,
		.max = 200, .fallback = "\"http://localhost:$KITH_PORT\"",
		.doc = "The public origin, without a path and without a slash at its "
		       "end. Every link in an answer or a mail begins with it."),
	CHOICE(plain_http, "KITH_PLAIN_HTTP", .values = switch_values,
		.fallback = "\"off\"",
		.doc = "on permits a KITH_BASE_URL with http:// that is not on this "
		       "machine. Passwords, tokens and session cookies then travel "
		       "unencrypted: use it only for a trial on a network that you "
		       "trust."),
	TEXT_SETTING(database_url, "KITH_DATABASE_URL", .min = 1, .max = 2000,
		.secret = true,
		.fallback = "\"postgresql:///kith?host=$KITH_RUN_DIR/postgres/socket\"",
		.doc = "The PostgreSQL database as a libpq connection string. The "
		       "default is the private database in the run folder."),
	TEXT_SETTING(database_read_url, "KITH_DATABASE_READ_URL", .max = 2000,
		.secret = true, .fallback = "\"\"",
		.doc = "A streaming replica of the database. Services read lists there "
		       "while it is at most two seconds old."),
	CHOICE(database_pooler, "KITH_DATABASE_POOLER", .values = switch_values,
		.fallback = "\"off\"",
		.doc = "on if KITH_DATABASE_URL and KITH_DATABASE_READ_URL name a pooler "
		       "in transaction mode. Services then prepare no statements."),
	TEXT_SETTING(database_direct_url, "KITH_DATABASE_DIRECT_URL", .max = 2000,
		.secret = true, .fallback = "\"\"",
		.doc = "The database itself, if KITH_DATABASE_URL names a pooler. "
		       "Processes that wait for its notifications use it."),
	TEXT_SETTING(secret_file, "KITH_SECRET_FILE", .min = 1, .max = 1000,
		.fallback = "\"$KITH_RUN_DIR/secret\"",
		.doc = "A file that only its owner may read. For kithctl it is the "
		       "instance's secret of at least 32 bytes, from which all keys are "
		       "derived. For any other process it is its key file, which kithctl "
		       "keys writes."),
	TEXT_SETTING(bus, "KITH_BUS", .min = 1, .max = 1000,
		.fallback = "\"ipc://$KITH_RUN_DIR/bus/{service}.ipc\"",
		.doc = "The addresses of the services, separated by commas, with "
		       "{service} in the place of a service's name. KITH_BUS_CONTENT and "
		       "the like set one service. Between machines use "
		       "tls+tcp://name:port; every address of the name is a replica."),
	TEXT_SETTING(bus_listen, "KITH_BUS_LISTEN", .min = 1, .max = 1000,
		.fallback = "\"$KITH_BUS\"",
		.doc = "The address that a service listens on, with {service} replaced "
		       "as above."),
	CHOICE(bus_transport, "KITH_BUS_TRANSPORT", .values = transport_values,
		.fallback = "\"sp\"",
		.doc = "The implementation of the bus. sp is Kith's own: it takes less "
		       "CPU and encrypts tls+tcp:// addresses. nng runs the whole bus on "
		       "libnng, on ipc:// and tcp:// addresses. Both speak the same "
		       "protocol, so processes "
		       "with either setting understand each other."),
	CHOICE(bus_plain, "KITH_BUS_PLAIN", .values = switch_values,
		.fallback = "\"off\"",
		.doc = "on permits tcp:// addresses of the bus that are not on this "
		       "machine. All data of members then travels unencrypted: use it "
		       "only on a network that encrypts, such as WireGuard. tls+tcp:// "
		       "needs no such network."),
	CHOICE(rate_limits, "KITH_RATE_LIMITS", .values = switch_values,
		.fallback = "\"on\"",
		.doc = "off disables all rate limits, for tests and measurements."),
	CHOICE(registration, "KITH_REGISTRATION", .values = registration_values,
		.fallback = "\"approval\"",
		.doc = "Who may become a member: everybody (open), people whom an "
		       "administrator approves (approval), holders of an invite code "
		       "(invite_only), or nobody (closed)."),
	CHOICE(log_level, "KITH_LOG_LEVEL", .values = log_level_values,
		.fallback = "\"info\"", .doc = "The lowest level of lines in the log."),
	CHOICE(log_addresses, "KITH_LOG_ADDRESSES", .values = log_address_values,
		.fallback = "\"full\"",
		.doc = "How the gateway's log names the address of a client: completely "
		       "(full), as its network, /24 of IPv4 and /48 of IPv6 (short), or "
		       "not at all (off). fail2ban and CrowdSec need full."),
	CHOICE(sandbox, "KITH_SANDBOX", .values = sandbox_values, .fallback = "\"on\"",
		.doc = "How a process confines itself before it serves: as far as the "
		       "kernel can (on), completely or it does not start (require), not "
		       "at all while the kernel logs the calls that would end it (log), "
		       "or not at all (off)."),
	NUMBER(workers, "KITH_WORKERS", .min = 1, .max = 256, .fallback = "8",
		.doc = "How many database connections a service uses for calls. Reads of "
		       "single records and lists share fewer than half of them."),
	NUMBER(loops, "KITH_LOOPS", .min = 0, .max = 256, .fallback = "0",
		.doc = "How many event loops the gateway runs; 0 is one for each core."),
	NUMBER(connections, "KITH_CONNECTIONS_MAX", .min = 1, .max = LIMIT_MAX,
		.fallback = "12000",
		.doc = "How many client connections the gateway holds open at the same "
		       "time."),
	NUMBER(connections_per_address, "KITH_CONNECTIONS_PER_ADDRESS", .min = 1,
		.max = LIMIT_MAX, .fallback = "256",
		.doc = "How many of them one client address may hold; an IPv6 /64 counts "
		       "as one address."),
	NUMBER(request_memory_mib, "KITH_REQUEST_MEMORY_MIB", .min = 8, .max = 65536,
		.fallback = "128",
		.doc = "How many MiB the gateway's requests may hold: bodies that "
		       "arrive, and answers that clients have not received. The answers "
		       "of one member may hold a thirty-second of it. Above the bound "
		       "the gateway disconnects the slowest clients and answers 503. "
		       "Images have seven sixteenths, so one of 8 MiB needs 19."),
	TIMEOUT(headers_ms, "KITH_HEADERS_TIMEOUT_MS", .fallback = "10000",
		.doc = "Milliseconds for the complete head of a request to arrive."),
	TIMEOUT(body_ms, "KITH_BODY_TIMEOUT_MS", .fallback = "30000",
		.doc = "Milliseconds for the complete body of a request to arrive."),
	TIMEOUT(response_ms, "KITH_RESPONSE_TIMEOUT_MS", .fallback = "30000",
		.doc = "Milliseconds for a client to receive an answer."),
	TIMEOUT(idle_ms, "KITH_IDLE_TIMEOUT_MS", .fallback = "30000",
		.doc = "Milliseconds that a connection may stay open between two "
		       "requests."),
	NUMBER(operations_port, "KITH_OPERATIONS_PORT", .min = 0, .max = 65535,
		.fallback = "0",
		.doc = "The TCP port of the metrics, for the operator only; 0 opens "
		       "none."),
	TEXT_SETTING(operations_listen, "KITH_OPERATIONS_LISTEN", .min = 1, .max = 64,
		.fallback = "\"127.0.0.1\"",
		.doc = "The IPv4 or IPv6 address of that port. An address other than "
		       "loopback needs a KITH_METRICS_TOKEN."),
	TEXT_SETTING(metrics_token, "KITH_METRICS_TOKEN", .max = 200, .secret = true,
		.fallback = "\"\"",
		.doc = "The bearer token for reading the metrics, at least 20 "
		       "characters. Without one, everybody who reaches the port can read "
		       "them."),
	TEXT_SETTING(trusted_proxies, "KITH_TRUSTED_PROXIES", .max = 2000,
		.fallback = "\"\"",
		.doc = "Addresses of reverse proxies, separated by commas, whose "
		       "X-Forwarded-For header names the client, or whose Forwarded "
		       "header does if there is no X-Forwarded-For. A proxy that writes "
		       "only Forwarded must remove X-Forwarded-For."),
	TEXT_SETTING(mcp_origins, "KITH_MCP_ORIGINS", .max = 2000, .fallback = "\"\"",
		.doc = "Web origins, separated by commas, whose pages may call the tool "
		       "server, in addition to the instance's own."),
	TEXT_SETTING(smtp_url, "KITH_SMTP_URL", .max = 1000, .fallback = "\"\"",
		.secret = true,
		.doc = "The mail server, such as "
		       "smtp://user:password@mail.example.org:587 or smtps://…:465. "
		       "Write signs such as / and @ in a password as %2F and %40. With "
		       "smtp:// the server must offer STARTTLS, unless it is on this "
		       "machine. Without a server, each mail becomes a file in "
		       "$KITH_RUN_DIR/mail."),
	TEXT_SETTING(smtp_ca, "KITH_SMTP_CA_FILE", .max = 1000, .fallback = "\"\"",
		.doc = "A file of certificates for verifying the mail server, instead of "
		       "those of the system."),
	NUMBER(smtp_connections, "KITH_SMTP_CONNECTIONS", .min = 1, .max = 64,
		.fallback = "8",
		.doc = "How many connections to the mail server a notifications process "
		       "uses at the same time."),
	TEXT_SETTING(mail_from, "KITH_MAIL_FROM", .min = 3, .max = 200,
		.fallback = "\"kith@localhost\"",
		.doc = "The sender's address of all mails."),
	TEXT_SETTING(breach_list, "KITH_BREACH_LIST_FILE", .max = 1000,
		.fallback = "\"\"",
		.doc = "A file of the SHA-1 hashes of passwords from data breaches, in "
		       "the format of Have I Been Pwned and sorted by hash. New "
		       "passwords in it are refused. kith-identity and kithctl read "
		       "it."),
	TEXT_SETTING(security_contact, "KITH_SECURITY_CONTACT", .max = 200,
		.fallback = "\"\"",
		.doc = "Where people report vulnerabilities of this instance: a URI that "
		       "begins with mailto:, https:// or tel:. With it, the gateway "
		       "serves /.well-known/security.txt."),
	TEXT_SETTING(role_prefix, "KITH_DATABASE_ROLE_PREFIX", .min = 1, .max = 40,
		.fallback = "\"kith_\"",
		.doc = "The prefix of the names of the services' PostgreSQL roles. "
		       "Instances that share a server need different ones."),
	TEXT_SETTING(fetch_allow, "KITH_FETCH_ALLOW", .max = 2000, .fallback = "\"\"",
		.doc = "Hosts as host:port, separated by commas, from which images and "
		       "documents of apps may be fetched although they are not public, "
		       "or use other ports than 80 and 443. Documents are fetched by "
		       "https:// only, except from this machine, because a document is "
		       "the identity of an app."),
	TEXT_SETTING(s3_url, "KITH_S3_URL", .max = 1000, .fallback = "\"\"",
		.doc = "The bucket of an S3-compatible store for images, instead of the "
		       "database, such as https://s3.example.org/kith or "
		       "https://kith.s3.example.org."),
	TEXT_SETTING(s3_region, "KITH_S3_REGION", .min = 1, .max = 100,
		.fallback = "\"us-east-1\"",
		.doc = "The region in the signature of requests to the store."),
	TEXT_SETTING(s3_access_key, "KITH_S3_ACCESS_KEY", .max = 200, .fallback = "\"\"",
		.doc = "The name of the key at the store."),
	TEXT_SETTING(s3_secret_key, "KITH_S3_SECRET_KEY", .max = 200, .fallback = "\"\"",
		.secret = true, .doc = "The key that signs requests to the store."),
	TEXT_SETTING(s3_ca, "KITH_S3_CA_FILE", .max = 1000, .fallback = "\"\"",
		.doc = "A file of certificates for verifying the store, instead of those "
		       "of the system."),
	CHOICE(s3_drain, "KITH_S3_DRAIN", .values = switch_values, .fallback = "\"off\"",
		.doc = "on moves all images from the store back to the database, and "
		       "stores new images there."),
	TEXT_SETTING(backup_url, "KITH_BACKUP_S3_URL", .max = 1000, .fallback = "\"\"",
		.doc = "The bucket of an S3-compatible store for backups. kithctl reads "
		       "it; use another bucket than for images, with other keys."),
	TEXT_SETTING(backup_region, "KITH_BACKUP_S3_REGION", .min = 1, .max = 100,
		.fallback = "\"us-east-1\"",
		.doc = "The region in the signature of requests to that store."),
	TEXT_SETTING(backup_access_key, "KITH_BACKUP_S3_ACCESS_KEY", .max = 200,
		.fallback = "\"\"", .doc = "The name of the key at that store."),
	TEXT_SETTING(backup_secret_key, "KITH_BACKUP_S3_SECRET_KEY", .max = 200,
		.fallback = "\"\"", .secret = true,
		.doc = "The key that signs requests to that store."),
	TEXT_SETTING(backup_ca, "KITH_BACKUP_S3_CA_FILE", .max = 1000, .fallback = "\"\"",
		.doc = "A file of certificates for verifying that store, instead of "
		       "those of the system."),
	TEXT_SETTING(social_url, "KITH_SOCIAL_URL", .max = 200, .fallback = "\"\"",
		.doc = "The origin of a server with the Mastodon API, where members may "
		       "link an account to share progress entries: https, unless it is "
		       "on this machine. The gateway, content and media read it. Without "
		       "it, nothing can be linked or shared."),
	TEXT_SETTING(social_client_id, "KITH_SOCIAL_CLIENT_ID", .max = 400,
		.fallback = "\"\"",
		.doc = "The client id of this instance at that server, registered with "
		       "the redirect address $KITH_BASE_URL/social/callback. Media reads "
		       "it."),
	TEXT_SETTING(social_client_secret, "KITH_SOCIAL_CLIENT_SECRET", .max = 400,
		.secret = true, .fallback = "\"\"",
		.doc = "The client secret for that id. Media reads it."),
	PER_MINUTE(reads_per_minute, "KITH_READS_PER_MINUTE", .fallback = "600",
		.doc = "Reads per minute by one member; 0 is no limit."),
	PER_MINUTE(writes_per_minute, "KITH_WRITES_PER_MINUTE", .fallback = "120",
		.doc = "Changes per minute by one member; 0 is no limit."),
	PER_MINUTE(tool_calls_per_minute, "KITH_TOOL_CALLS_PER_MINUTE", .fallback = "120",
		.doc = "Tool calls per minute by one member through one client; 0 is no "
		       "limit."),
	PER_MINUTE(tool_messages_per_minute, "KITH_TOOL_MESSAGES_PER_MINUTE",
		.fallback = "600",
		.doc = "Other messages to the tool server, such as listing the tools, "
		       "per minute by one member through one client; 0 is no limit."),
	PER_MINUTE(images_per_half_hour, "KITH_IMAGES_PER_HALF_HOUR", .fallback = "30",
		.doc = "Images that one member may set in half an hour; 0 is no limit."),
	PER_MINUTE(anonymous_per_minute, "KITH_ANONYMOUS_PER_MINUTE", .fallback = "60",
		.doc = "Requests per minute without a credential from one address; 0 is "
		       "no limit. Stylesheets, scripts and icons of pages have a limit "
		       "of 20 times as many."),
	NUMBER(entries_per_day, "KITH_ENTRIES_PER_DAY", .min = 0, .max = 100000,
		.fallback = "50",
		.doc = "Asks that one member may create in 24 hours, and as many "
		       "progress entries, projects and events; 0 is no limit. Content, "
		       "projects and events read it."),
	NUMBER(new_member_entries_per_day, "KITH_NEW_MEMBER_ENTRIES_PER_DAY", .min = 0,
		.max = 100000, .fallback = "10",
		.doc = "The same for members whose account is less than 7 days old. "
		       "Content, projects and events read it."),
	NUMBER(access_token_s, "KITH_ACCESS_TOKEN_S", .min = 3600, .max = 604800,
		.fallback = "86400",
		.doc = "Seconds that an access token of an app works. It can be revoked "
		       "at any time."),
	NUMBER(refresh_overlap_s, "KITH_REFRESH_OVERLAP_S", .min = 0, .max = 3600,
		.fallback = "300",
		.doc = "Seconds in which a used refresh token returns the same new token "
		       "again, until that one is used. After that, using it disconnects "
		       "the app."),
	NUMBER(clients_per_hour, "KITH_CLIENTS_PER_HOUR", .min = 0, .max = LIMIT_MAX,
		.fallback = "300",
		.doc = "How many new apps may register per hour, on the whole instance; "
		       "0 is no limit. Above it, a new app replaces an unused one of the "
		       "network that has registered the most."),
	CHOICE(client_documents, "KITH_CLIENT_DOCUMENTS", .values = document_values,
		.fallback = "\"known\"",
		.doc = "known lets the assistants whose metadata documents are built in "
		       "use the address of that document as client id, instead of "
		       "registering; nothing is fetched. on allows other apps, too, "
		       "whose documents kith-media fetches. Apps that are connected "
		       "this way stay connected when you switch it off."),
	NUMBER(acts_per_day, "KITH_ACTS_PER_DAY", .min = 1, .max = 1000, .fallback = "5",
		.doc = "How many outward acts an app may do in 24 hours before the "
		       "member is asked, if the setting is above. An outward act "
		       "reaches other people: an introduction, an invitation, another "
		       "mail, or an ask, entry or event that others see."),
	CHOICE(approval_of_apps, "KITH_APPROVAL_APPS", .values = approval_values,
		.fallback = "\"above\"",
		.doc = "When an app that registered itself asks the member before an "
		       "outward act: each time, above the daily number, or never. It "
		       "holds for members who have not chosen."),
	CHOICE(approval_of_own_apps, "KITH_APPROVAL_OWN_APPS", .values = approval_values,
		.fallback = "\"never\"",
		.doc = "The same for apps that you registered with kithctl."),
	CHOICE(approval_of_tokens, "KITH_APPROVAL_TOKENS", .values = approval_values,
		.fallback = "\"never\"", .doc = "The same for personal access tokens."),
	TEXT_SETTING(instance_name, "KITH_INSTANCE_NAME", .min = 1, .max = 40,
		.fallback = "\"Kith\"",
		.doc = "The name of the instance in its pages, mails and calendars, and "
		       "for apps and assistants. No member, organization or app may have "
		       "it as its name, alone or with words such as \"support\". All "
		       "services except media read it."),
	TEXT_SETTING(accent, "KITH_ACCENT", .max = 7, .fallback = "\"\"",
		.doc = "The color of buttons and links, such as #88d1ff. Pages and mails "
		       "use a darker shade on a light ground and a lighter one on a dark "
		       "ground where the contrast would be less than 4.5 to 1. The "
		       "gateway and notifications read it."),
	TEXT_SETTING(logo_file, "KITH_LOGO_FILE", .max = 1000, .fallback = "\"\"",
		.doc = "A file with the logo of the instance: SVG, PNG or WebP, at most "
		       "64 KiB. Pages show it at a height of 28 pixels. The gateway "
		       "reads it at its start."),
	TEXT_SETTING(contact, "KITH_CONTACT", .max = 200, .fallback = "\"\"",
		.doc = "How people reach the operators: an e-mail address, or an address "
		       "that begins with https://. It is on the page /contact and in "
		       "mails. The gateway and notifications read it."),
	TEXT_SETTING(terms_file, "KITH_TERMS_FILE", .max = 1000, .fallback = "\"\"",
		.doc = "A text file of at most 64 KiB with the terms of use, for the "
		       "page /terms and for sign-up. A blank line ends a paragraph, a "
		       "line that begins with # is a heading, and lines that begin with "
		       "- are a list. The gateway reads it at its start."),
	TEXT_SETTING(rules_file, "KITH_RULES_FILE", .max = 1000, .fallback = "\"\"",
		.doc = "The same for the rules of the community, for the page /rules."),
};

const struct record config_record = {
	.name = "config",
	.doc = "The settings of an instance.",
	.fields = config_fields,
	.count = COUNT_OF(config_fields),
	.size = sizeof(struct config),
};
