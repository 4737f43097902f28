/*
 * front.c - checks the public address: its certificate, and whether this instance answers
 * there.
 */
#include <curl/curl.h>
#include <string.h>
#include <unistd.h>

#include "common/config/config.h"
#include "services/ctl/doctor/inside.h"

#define STATUS_BAD_GATEWAY 502
#define STATUS_GATEWAY_TIMEOUT 504

/* Whether the certificate at the public address is good; adds a finding. */
static bool
check_certificate(struct doctor *doctor, const char *url, struct doctor_endpoint server)
{
	const char *fault = NULL;
	const int connection =
		doctor_dial(doctor->arena, server.host, server.port, &fault);
	bool good;

	if (connection < 0) {
		doctor_note(doctor, "certificate", FINDING_FAULT,
			"start the proxy, or correct KITH_BASE_URL, the DNS record or "
			"the firewall",
			"%s: %s", url, fault);
		return false;
	}
	good = doctor_tls(doctor, "certificate", connection, server.host, NULL);
	close(connection);
	return good;
}

/* Without trusted proxies, all clients behind the proxy have one address. */
static void
check_proxies(struct doctor *doctor)
{
	if (config()->trusted_proxies.size == 0)
		doctor_note(doctor, "proxies", FINDING_WARNING,
			"set KITH_TRUSTED_PROXIES for kith-gateway, and here, to the "
			"address that the proxy connects from, such as 127.0.0.1",
			"KITH_BASE_URL is https, which only a proxy can serve, but "
			"KITH_TRUSTED_PROXIES is empty: all clients share the limits of "
			"one address");
}

/* The issuer in the metadata of the instance at the address, or NULL. */
static const char *
issuer_at(struct doctor *doctor, const char *url)
{
	struct doctor_answer answer;
	const json_t *document;

	doctor_get(doctor,
		arena_printf(
			doctor->arena, "%s/.well-known/oauth-authorization-server", url),
		&answer);
	document = doctor_json(doctor, &answer);
	return json_string_value(json_object_get(document, "issuer"));
}

static void
check_instance(struct doctor *doctor, const char *url)
{
	static const char hint[] =
		"correct KITH_BASE_URL, the DNS record, or the proxy, which passes all "
		"paths to the gateway";
	const unsigned port = (unsigned)config()->port.value;
	struct doctor_answer answer;
	const json_t *document;
	const char *issuer;

	doctor_get(doctor, arena_printf(doctor->arena, "%s/health", url), &answer);
	document = doctor_json(doctor, &answer);
	if (answer.fault != NULL) {
		doctor_note(doctor, "base URL", FINDING_FAULT,
			arena_printf(doctor->arena,
				"the gateway listens on port %u: correct KITH_BASE_URL, "
				"or start the proxy",
				port),
			"nothing answers at KITH_BASE_URL=%s: %s", url, answer.fault);
	} else if (answer.status >= STATUS_BAD_GATEWAY &&
		answer.status <= STATUS_GATEWAY_TIMEOUT) {
		doctor_note(doctor, "base URL", FINDING_FAULT,
			arena_printf(doctor->arena,
				"start the gateway, or correct its address in the proxy: "
				"it listens on port %u",
				port),
			"the proxy at %s does not reach the gateway (status %ld)", url,
			answer.status);
	} else if (json_object_get(document, "db") == NULL) {
		doctor_note(doctor, "base URL", FINDING_FAULT, hint,
			"another site answers at KITH_BASE_URL=%s (status %ld at "
			"/health)",
			url, answer.status);
	} else {
		issuer = issuer_at(doctor, url);
		if (issuer != NULL && strcmp(issuer, url) != 0)
			doctor_note(doctor, "base URL", FINDING_FAULT, hint,
				"the instance that answers at KITH_BASE_URL=%s is %s",
				url, issuer);
		else
			doctor_note(doctor, "base URL", FINDING_OK, NULL,
				"the instance answers at %s", url);
	}
}

void
doctor_front(struct doctor *doctor)
{
	const char *url = config()->base_url.data;
	const bool tls = strncmp(url, "https:", 6) == 0;
	struct doctor_endpoint server =
		doctor_endpoint_of(doctor->arena, url, tls ? "443" : "80");
	const char *own = arena_printf(doctor->arena, "%d", (int)config()->port.value);

	if (tls && doctor_is_loopback(server.host) && !doctor->serves) {
		doctor_note(doctor, "base URL", FINDING_WARNING,
			"run the doctor where the proxy of the instance runs; in a "
			"container set a public KITH_BASE_URL",
			"%s was not checked, because it names this machine, on which no "
			"gateway runs",
			url);
		return;
	}
	if (tls) {
		check_proxies(doctor);
		if (check_certificate(doctor, url, server))
			check_instance(doctor, url);
		return;
	}
	if (!doctor_is_loopback(server.host))
		doctor_note(doctor, "certificate", FINDING_WARNING,
			"put a proxy with a certificate in front of the gateway, and set "
			"KITH_BASE_URL to its https:// origin",
			"%s is not encrypted", url);
	/* Before the start nothing can answer, and the port has a finding of its own. */
	if (doctor->serves || strcmp(server.port, own) != 0)
		check_instance(doctor, url);
}
