#!/bin/sh
# Runs a command with a migrated template database for the tests:
#     with_database.sh KITHCTL COMMAND…
# The command gets the database in KITH_TEST_DATABASE_URL and the secret of the service
# roles' passwords in KITH_SECRET_FILE. Everything is removed afterwards.
set -eu

kithctl=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d /tmp/kith-db-XXXXXX)
trap 'sh "$here/cluster.sh" stop "$dir/pg"; rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

chmod 755 "$dir"
KITH_DATABASE_URL=$(sh "$here/cluster.sh" start "$dir/pg")
KITH_TEST_DATABASE_URL=$KITH_DATABASE_URL
KITH_SECRET_FILE=$dir/secret
export KITH_SECRET_FILE KITH_DATABASE_URL KITH_TEST_DATABASE_URL
(umask 077 && head -c 32 /dev/urandom >"$KITH_SECRET_FILE")
"$kithctl" migrate >"$dir/migrate.log" 2>&1 || { cat "$dir/migrate.log" >&2; exit 1; }
"$@"
