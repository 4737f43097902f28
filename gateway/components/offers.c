#include "gateway/components/offers.h"

#include "proto/orgs/orgs.h"

static const struct choice *
own_orgs(const struct view *view, const char *first)
{
	const struct page_read *reads = view->page->reads;
	size_t i = 0;

	while (i < PAGE_READS_MAX && reads[i].op != NULL && reads[i].op != &op_org_list)
		i++;
	return view_choices(view,
		i < PAGE_READS_MAX ? view_member(view->answers[i], "items") : NULL,
		"slug", "name", first);
}

const struct choice *
offer_own_orgs(const struct view *view)
{
	return own_orgs(view, NULL);
}

const struct choice *
offer_orgs_or_all(const struct view *view)
{
	return own_orgs(view, "Any");
}
