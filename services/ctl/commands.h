/*
 * commands.h - the commands of kithctl; main.c has the table.
 *
 * argv[0] is the last word of the command. Each function returns the exit status: 0; 1
 * when the command was refused (standard error says why); 2 for wrong usage.
 */
#ifndef KITH_CTL_COMMANDS_H
#define KITH_CTL_COMMANDS_H

int command_run(int argc, char **argv);
int command_backup(int argc, char **argv);
int command_backup_daily(int argc, char **argv);
int command_backup_verify(int argc, char **argv);
int command_backup_list(int argc, char **argv);
int command_backup_fetch(int argc, char **argv);
int command_restore(int argc, char **argv);
int command_psql(int argc, char **argv);
int command_doctor(int argc, char **argv);
int command_keys(int argc, char **argv);
int command_secret_rotate(int argc, char **argv);
int command_prepare(int argc, char **argv);
int command_member_create(int argc, char **argv);
int command_member_totp_reset(int argc, char **argv);
int command_token_create(int argc, char **argv);
int command_admin_create(int argc, char **argv);
int command_invite_create(int argc, char **argv);
int command_client_create(int argc, char **argv);
int command_member_list(int argc, char **argv);
int command_member_show(int argc, char **argv);
int command_member_approve(int argc, char **argv);
int command_member_promote(int argc, char **argv);
int command_member_demote(int argc, char **argv);
int command_member_suspend(int argc, char **argv);
int command_member_reinstate(int argc, char **argv);
int command_member_delete(int argc, char **argv);
int command_member_reset_link(int argc, char **argv);
int command_member_set_email(int argc, char **argv);
int command_org_list(int argc, char **argv);
int command_report_list(int argc, char **argv);
int command_keys_rotate(int argc, char **argv);
int command_mail_test(int argc, char **argv);

#endif
