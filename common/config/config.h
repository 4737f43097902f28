/*
 * config.h - the settings of an operator: environment variables, described like inputs.
 */
#ifndef KITH_COMMON_CONFIG_CONFIG_H
#define KITH_COMMON_CONFIG_CONFIG_H

#include "common/base/arena.h"
#include "proto/field.h"

struct config {
	struct text run_dir;      /* KITH_RUN_DIR */
	struct integer port;      /* KITH_PORT */
	struct text listen;       /* KITH_LISTEN: the address the gateway binds */
	struct text base_url;     /* KITH_BASE_URL */
	struct text plain_http;   /* KITH_PLAIN_HTTP: on, off */
	struct text database_url; /* KITH_DATABASE_URL */
	/* For services: KITH_DATABASE_READ_URL, _DIRECT_URL ("" = none), _POOLER. */
	struct text database_read_url, database_direct_url, database_pooler;
	struct text secret_file;   /* KITH_SECRET_FILE */
	struct text bus;           /* KITH_BUS: {service} replaced by the user */
	struct text bus_listen;    /* KITH_BUS_LISTEN: what a service binds, likewise */
	struct text bus_transport; /* KITH_BUS_TRANSPORT: sp, nng */
	struct text bus_plain;     /* KITH_BUS_PLAIN: on, off */
	struct text rate_limits;   /* KITH_RATE_LIMITS: on, off */
	struct text registration;  /* KITH_REGISTRATION */
	struct text log_level;     /* KITH_LOG_LEVEL */
	struct text log_addresses; /* KITH_LOG_ADDRESSES: "full", "short", "off" */
	struct text sandbox;       /* KITH_SANDBOX: on, require, log, off */

	/* Processes: KITH_WORKERS of a service, KITH_LOOPS of the gateway (0: cores). */
	struct integer workers, loops;

	/* KITH_CONNECTIONS_MAX, KITH_CONNECTIONS_PER_ADDRESS: of the gateway. */
	struct integer connections, connections_per_address;
	struct integer request_memory_mib;

	/* KITH_SMTP_CONNECTIONS: of one notifications process. */
	struct integer smtp_connections;

	/* Milliseconds: KITH_HEADERS_TIMEOUT_MS, _BODY_, _RESPONSE_, _IDLE_. */
	struct integer headers_ms, body_ms, response_ms, idle_ms;

	struct integer operations_port; /* KITH_OPERATIONS_PORT: metrics, 0 = none */
	struct text operations_listen;  /* KITH_OPERATIONS_LISTEN: its address */
	struct text metrics_token;      /* KITH_METRICS_TOKEN: who may read them */
	struct text
		trusted_proxies; /* KITH_TRUSTED_PROXIES: whose X-Forwarded-For counts */
	struct text mcp_origins; /* KITH_MCP_ORIGINS */
	struct text smtp_url;    /* KITH_SMTP_URL */
	struct text smtp_ca;     /* KITH_SMTP_CA_FILE */
	struct text mail_from;   /* KITH_MAIL_FROM */
	struct text breach_list; /* KITH_BREACH_LIST_FILE: "" = none */
	struct text security_contact; /* KITH_SECURITY_CONTACT: "" = no security.txt */
	struct text role_prefix;      /* KITH_DATABASE_ROLE_PREFIX */
	struct text fetch_allow;      /* KITH_FETCH_ALLOW: "host:port,…" */
	struct text
		social_url; /* KITH_SOCIAL_URL: "" = members share nothing elsewhere */
	struct text social_client_id, social_client_secret;

	/* The object store of images: KITH_S3_URL ("" = the database) and so on. */
	struct text s3_url, s3_region, s3_access_key, s3_secret_key, s3_ca, s3_drain;

	/* The store of backups, for kithctl: KITH_BACKUP_S3_URL and so on. */
	struct text backup_url, backup_region, backup_access_key, backup_secret_key;
	struct text backup_ca;

	/* Requests in a minute, 0 = no limit: KITH_READS_PER_MINUTE and so on. */
	struct integer reads_per_minute, writes_per_minute;
	struct integer tool_calls_per_minute, tool_messages_per_minute;
	struct integer anonymous_per_minute;

	/* Asks, and likewise progress entries, projects and events, in a day; 0 = no
	 * limit: KITH_ENTRIES_PER_DAY, KITH_NEW_MEMBER_ENTRIES_PER_DAY. */
	struct integer entries_per_day, new_member_entries_per_day;

	/* OAuth: KITH_ACCESS_TOKEN_S, KITH_REFRESH_OVERLAP_S, KITH_CLIENTS_PER_HOUR. */
	struct integer access_token_s, refresh_overlap_s;
	struct integer clients_per_hour;
	struct text client_documents; /* KITH_CLIENT_DOCUMENTS */

	/* Outward acts in a day, and when apps, the operator's apps and tokens ask:
	 * KITH_ACTS_PER_DAY, KITH_APPROVAL_APPS and so on. */
	struct integer acts_per_day;
	struct text approval_of_apps, approval_of_own_apps, approval_of_tokens;

	struct integer images_per_half_hour; /* KITH_IMAGES_PER_HALF_HOUR, 0 = no limit */

	/* The instance for people: KITH_INSTANCE_NAME, KITH_ACCENT and so on. */
	struct text instance_name, accent, logo_file, contact, terms_file, rules_file;
};

extern const struct record config_record; /* names are the environment variables */

/* The process's configuration, read once from the environment; ends the process with a
 * sentence on standard error when a value is not valid. */
const struct config *config_load(void);

/* The same without ending the process: NULL, or a sentence without a full stop. */
const char *config_check(void);

/* After config_load(). */
const struct config *config(void);

/* Prints the reference page of all variables (--print-config). */
void config_print(void);

#endif
