#include "common/outbox/outbox.h"
#include "services/identity/handlers.h"
#include "services/identity/oauth/client_new.h"

/* Creates a client for the operator; its consent page shows it as verified. */
enum problem
client_create(struct call *call, const void *input)
{
	const struct client_create_in *in = input;
	struct client_new client = {
		.kind = "fixed",
		.name = in->name,
		.redirect_uris = in->redirect_uris,
		.auth_method = in->confidential.value ? "client_secret_basic" : "none",
		.refreshes = true,
	};
	enum problem problem = client_new_judge(call, &client);

	if (problem == PROBLEM_NONE)
		problem = client_new_answer(call, &client);
	if (problem == PROBLEM_NONE)
		audit_write(call, AUDIT_CLIENT_CREATE, &client.id);
	return problem;
}
