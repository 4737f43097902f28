/*
 * export.h - the export of all data about a member.
 *
 * Each service declares its lists in its own export.h, with their names and records. A
 * migration of the service defines a view for each list (see 0038_export_views.sql). A
 * new service only adds its macro below.
 *
 * LIST(list, view, record, rows_max, doc)
 *
 * `list` is the name in the document, and export_<view> is the view. `rows_max` rows of
 * the view have at most 256 KiB, computed from the bounds of the columns.
 */
#ifndef KITH_PROTO_EXPORT_EXPORT_H
#define KITH_PROTO_EXPORT_EXPORT_H

#include "proto/content/export.h"
#include "proto/events/export.h"
#include "proto/identity/export.h"
#include "proto/media/export.h"
#include "proto/notifications/export.h"
#include "proto/orgs/export.h"
#include "proto/projects/export.h"

#define EXPORTS(LIST) \
	IDENTITY_EXPORTS(LIST) \
	ORGS_EXPORTS(LIST) \
	CONTENT_EXPORTS(LIST) \
	PROJECTS_EXPORTS(LIST) \
	EVENTS_EXPORTS(LIST) \
	NOTIFICATIONS_EXPORTS(LIST) \
	MEDIA_EXPORTS(LIST)

#endif
