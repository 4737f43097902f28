#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <time.h>

#include "services/ctl/doctor/inside.h"

#define DAY_S 86400
#define DAYS_WARNING 14

/* Days until the peer's certificate expires. */
static int
days_left(const SSL *ssl)
{
	X509 *certificate = SSL_get1_peer_certificate(ssl);
	int days = 0, seconds = 0;

	if (certificate != NULL)
		ASN1_TIME_diff(&days, &seconds, NULL, X509_get0_notAfter(certificate));
	X509_free(certificate);
	return days;
}

/* Why the handshake failed, as OpenSSL says it. */
static const char *
reason(const SSL *ssl)
{
	const long verdict = SSL_get_verify_result(ssl);
	const char *words;

	if (verdict != X509_V_OK)
		return X509_verify_cert_error_string(verdict);
	words = ERR_reason_error_string(ERR_peek_last_error());
	return words != NULL ? words : "the server gave no reason";
}

/* Makes the handshake require a certificate for this host name or address. */
static bool
expect(struct arena *arena, SSL *ssl, const char *host)
{
	char *name = arena_printf(arena, "%s", host); /* the macro drops const */

	if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1)
		return true;
	ERR_clear_error();
	return SSL_set1_host(ssl, host) == 1 && SSL_set_tlsext_host_name(ssl, name) == 1;
}

static void
check_expiry(struct doctor *doctor, const char *check, const SSL *ssl, const char *host)
{
	const int days = days_left(ssl);

	if (days < DAYS_WARNING)
		doctor_note(doctor, check, FINDING_WARNING,
			"renew the certificate, and check why it was not renewed "
			"automatically",
			"the certificate of %s expires in %d days", host, days);
	else
		doctor_note(doctor, check, FINDING_OK, NULL,
			"%s uses %s, and its certificate is valid for %d more days", host,
			SSL_get_version(ssl), days);
}

bool
doctor_tls(struct doctor *doctor, const char *check, int connection, const char *host,
	const char *authorities)
{
	SSL_CTX *context = SSL_CTX_new(TLS_client_method());
	SSL *ssl = context != NULL ? SSL_new(context) : NULL;
	bool good = false;

	if (ssl == NULL ||
		(authorities == NULL && !SSL_CTX_set_default_verify_paths(context)) ||
		(authorities != NULL &&
			!SSL_CTX_load_verify_file(context, authorities))) {
		doctor_note(doctor, check, FINDING_FAULT,
			"install ca-certificates, or correct KITH_SMTP_CA_FILE",
			"the certificate authorities to verify %s cannot be read", host);
	} else {
		SSL_set_verify(ssl, SSL_VERIFY_PEER, NULL);
		good = expect(doctor->arena, ssl, host) &&
			SSL_set_fd(ssl, connection) == 1 && SSL_connect(ssl) == 1;
		if (good)
			check_expiry(doctor, check, ssl, host);
		else
			doctor_note(doctor, check, FINDING_FAULT,
				SSL_get_verify_result(ssl) == X509_V_ERR_CERT_HAS_EXPIRED
					? "renew the certificate, restart the program "
					  "that serves it, and check why it was not "
					  "renewed automatically; compare the clocks"
					: "install a certificate for this name on that "
					  "server, from an authority that this machine "
					  "trusts",
				"TLS with %s fails: %s", host, reason(ssl));
	}
	SSL_free(ssl);
	SSL_CTX_free(context);
	return good;
}
