/*
 * table.h - prints the answer of an operation for people.
 */
#ifndef KITH_SERVICES_CTL_OPERATOR_TABLE_H
#define KITH_SERVICES_CTL_OPERATOR_TABLE_H

#include "common/json/json.h"
#include "services/ctl/operator/operator.h"

void table_head(const struct operator_command *command);
void table_row(const struct operator_command *command, const json_t *record);

/* Prints one record, a line for each column. */
void table_record(const struct operator_command *command, const json_t *record);

#endif
