#include <stdio.h>

#include "services/ctl/migrate.h"

bool
migrate_complain(PGconn *connection, const char *doing)
{
	fprintf(stderr, "kithctl: %s: %s", doing, PQerrorMessage(connection));
	return false;
}

bool
migrate_execute(PGconn *connection, const char *doing, const char *sql)
{
	PGresult *result = PQexec(connection, sql);
	ExecStatusType status = PQresultStatus(result);

	PQclear(result);
	return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ||
		migrate_complain(connection, doing);
}
