#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <time.h>

#include "services/ctl/doctor/inside.h"

#define DAY_S 86400
#define DAYS_WARNING 14

/* Days until the peer's certificate ends. */
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

/* Why there is no TLS, in the library's words. */
static const char *
reason(const SSL *ssl)
{
	const long verdict = SSL_get_verify_result(ssl);
	const char *words;

	if (verdict != X509_V_OK)
		return X509_verify_cert_error_string(verdict);
	words = ERR_reason_error_string(ERR_peek_last_error());
	return words != NULL ? words : "the other side said no more";
}

/* Whom the certificate must name. */
static bool
expect(struct arena *arena, SSL *ssl, const char *host)
{
	char *name = arena_printf(arena, "%s", host); /* the macro wants it writable */

	if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1)
		return true;
	ERR_clear_error();
	return SSL_set1_host(ssl, host) == 1 && SSL_set_tlsext_host_name(ssl, name) == 1;
}

static void
judge(struct doctor *doctor, const char *check, const SSL *ssl, const char *host)
{
	const int days = days_left(ssl);

	if (days < DAYS_WARNING)
		doctor_note(doctor, check, FINDING_WARNING,
			"renew it; whatever renews it by itself has not done so",
			"the certificate of %s ends in %d days", host, days);
	else
		doctor_note(doctor, check, FINDING_WELL, NULL,
			"%s speaks %s, and its certificate is good for %d days", host,
			SSL_get_version(ssl), days);
}

void
doctor_tls(struct doctor *doctor, const char *check, int connection, const char *host,
	const char *authorities)
{
	SSL_CTX *context = SSL_CTX_new(TLS_client_method());
	SSL *ssl = context != NULL ? SSL_new(context) : NULL;

	if (ssl == NULL ||
		(authorities == NULL && !SSL_CTX_set_default_verify_paths(context)) ||
		(authorities != NULL &&
			!SSL_CTX_load_verify_file(context, authorities))) {
		doctor_note(doctor, check, FINDING_FAULT,
			"install ca-certificates, or correct KITH_SMTP_CA_FILE",
			"the certificates to judge %s by cannot be read", host);
	} else {
		SSL_set_verify(ssl, SSL_VERIFY_PEER, NULL);
		if (expect(doctor->arena, ssl, host) &&
			SSL_set_fd(ssl, connection) == 1 && SSL_connect(ssl) == 1)
			judge(doctor, check, ssl, host);
		else
			doctor_note(doctor, check, FINDING_FAULT,
				"give that server a certificate for this name from an authority "
				"that this machine trusts",
				"TLS with %s fails: %s", host, reason(ssl));
	}
	SSL_free(ssl);
	SSL_CTX_free(context);
}
