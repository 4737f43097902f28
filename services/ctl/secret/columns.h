/*
 * columns.h - the columns that hold values under the instance's secret.
 */
#ifndef KITH_SERVICES_CTL_SECRET_COLUMNS_H
#define KITH_SERVICES_CTL_SECRET_COLUMNS_H

#include <stddef.h>

#include "proto/op.h"

/* A column that a process encrypts, bound to the id in another column of the row. */
struct encrypted_column {
	const char *table, *column;
	const char *bound;
	enum service_name process;
	const char *purpose;
};

extern const struct encrypted_column encrypted_columns[];
extern const size_t encrypted_column_count;

#endif
