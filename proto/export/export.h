/*
 * export.h - what a member gets who asks for everything that is held about them.
 *
 * Each service says itself which lists it adds: in its export.h what they are called and
 * what their records are, in a migration of its own a view for each that reads its tables
 * (see 0038_export_views.sql). A new service adds its macro below, and nothing else
 * changes.
 *
 *     LIST(list, view, record, rows_max, doc)
 *
 * `list` is the name in the document, export_<view> the view, and `rows_max` so many rows
 * that they are 256 KiB at most: what the columns may hold decides.
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
