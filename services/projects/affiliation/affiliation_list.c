#include "services/projects/affiliation/affiliation_listing.h"
#include "services/projects/handlers.h"

/* Requires exactly one of project and org. */
enum problem
affiliation_list(struct call *call, const void *input)
{
	const struct affiliation_list_in *in = input;
	const bool of_project = in->project.presence == GIVEN;
	const bool of_org = in->org.presence == GIVEN;

	if (of_project && of_org)
		return call_fault(call, "#/org", FAULT_CONFLICT,
			"pass either project or org, not both");
	if (!of_project && !of_org)
		return call_fault(
			call, "#/project", FAULT_REQUIRED, "pass either project or org");
	if (of_project && in->status.presence == GIVEN)
		return call_fault(call, "#/status", FAULT_CONFLICT,
			"status can be used only with org");
	if (of_project)
		return affiliation_listing_of_project(call, &in->project);
	return affiliation_listing_of_org(call, &in->org, &in->status);
}
