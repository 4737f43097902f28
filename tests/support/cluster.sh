#!/bin/sh
# A temporary PostgreSQL cluster for tests: on a unix socket only, and without fsync.
#     cluster.sh start DIR    prints the connection URI of its empty database "kith"
#     cluster.sh stop DIR     stops it and removes DIR
# DIR must be short, because it holds the socket, whose path is limited to 107 bytes.
# KITH_TEST_POSTGRES names another server than the newest of the machine, by the folder of
# its programs (postgres.sh).
# Under root the server runs as the user postgres, because it refuses to run as root.
set -eu

command=${1:-}
dir=${2:-}
if [ -z "$dir" ] || { [ "$command" != start ] && [ "$command" != stop ]; }; then
	echo "usage: cluster.sh start|stop DIR" >&2
	exit 2
fi

clients=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
bin=${KITH_TEST_POSTGRES:-$clients}
if [ -z "$clients" ]; then
	echo "cluster.sh: PostgreSQL is not installed" >&2
	exit 1
fi

as_owner() {
	if [ "$(id -u)" = 0 ]; then
		(cd / && runuser -u postgres -- "$@")
	else
		"$@"
	fi
}

start() {
	mkdir -p "$dir"
	dir=$(cd "$dir" && pwd)
	if [ "$(id -u)" = 0 ]; then
		chown postgres: "$dir"
	fi
	chmod 755 "$dir"
	as_owner "$bin/initdb" -D "$dir/data" -U postgres -A trust -E UTF8 \
		--locale=C.UTF-8 --no-sync >"$dir/initdb.log" 2>&1 ||
		{ cat "$dir/initdb.log" >&2; exit 1; }
	cat >>"$dir/data/postgresql.conf" <<-CONF
		listen_addresses = ''
		unix_socket_directories = '$dir'
		fsync = off
		synchronous_commit = off
		full_page_writes = off
		shared_buffers = 64MB
		max_connections = 100
		autovacuum = off
		log_min_messages = fatal
	CONF
	# Service roles authenticate, as they must in production.
	cat >"$dir/data/pg_hba.conf" <<-HBA
		local all postgres trust
		local all all scram-sha-256
	HBA
	as_owner "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w -t 60 start >/dev/null ||
		{ cat "$dir/log" >&2; exit 1; }
	# The tests connect to "postgres" and copy "kith", because a template must have no
	# sessions.
	"$clients/createdb" -h "$dir" -U postgres kith
	echo "postgresql:///kith?host=$dir&user=postgres"
}

stop() {
	[ -d "$dir/data" ] || exit 0
	if as_owner "$bin/pg_ctl" -D "$dir/data" status >/dev/null; then
		as_owner "$bin/pg_ctl" -D "$dir/data" -m immediate -w -t 30 stop \
			>/dev/null
	fi
	rm -rf "$dir"
}

"$command"
