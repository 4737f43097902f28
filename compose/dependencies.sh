#!/bin/sh
# Installs the missing packages for a task from the archive of Debian or Ubuntu.
#
#     compose/dependencies.sh build | run | test | analyze | bench | e2e
#
# Prints the packages before it installs them. Does nothing when none is missing.
set -eu

task=${1:?usage: dependencies.sh build|run|test|analyze|bench|e2e}

build="gcc libc6-dev pkg-config libmicrohttpd-dev libpq-dev libnng-dev libmsgpack-dev
	libjansson-dev libssl-dev libargon2-dev libseccomp-dev zlib1g-dev libqrencode-dev
	libidn2-dev libcurl4-openssl-dev libvips-dev"
run="$build postgresql tzdata ca-certificates"
test="$run libcmocka-dev clang clang-tidy clang-format libclang-rt-dev python3
	python3-aiosmtpd python3-icalendar python3-yaml curl nodejs npm chromium prometheus pgbouncer
	lintian nginx-light caddy haproxy fail2ban"
analyze="$test cppcheck"
bench="$run python3 python3-aiosmtpd nodejs npm wrk"
e2e="$test golang podman buildah runc debootstrap netavark aardvark-dns iptables
	catatonit ccache"

# The names of a package in different releases; the first one in the archive is installed.
alternatives() {
	case $1 in
	libmsgpack-dev) echo "libmsgpack-dev libmsgpack-c-dev" ;;
	chromium) echo "chromium chromium-browser" ;;
	libclang-rt-dev) echo "libclang-rt-14-dev libclang-rt-dev libclang-rt-18-dev" ;;
	libidn2-dev) echo "libidn2-dev libidn2-0-dev" ;;
	*) echo "$1" ;;
	esac
}

installed() {
	dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

# Accepts a program that was installed without its package.
present() {
	case $1 in
	nodejs) command -v node >/dev/null && return 0 ;;
	chromium)
		{ command -v chromium || command -v chromium-browser; } >/dev/null && return 0
		;;
	golang) command -v go >/dev/null && return 0 ;;
	npm | curl | python3 | wrk) command -v "$1" >/dev/null && return 0 ;;
	esac
	for name in $(alternatives "$1"); do
		installed "$name" && return 0
	done
	return 1
}

case $task in
build) wanted=$build ;;
run) wanted=$run ;;
test) wanted=$test ;;
analyze) wanted=$analyze ;;
bench) wanted=$bench ;;
e2e) wanted=$e2e ;;
*)
	echo "dependencies.sh: unknown task \"$task\"" >&2
	exit 2
	;;
esac

missing=
for package in $wanted; do
	present "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
	echo "The task $task needs these packages, but there is no apt-get:$missing" >&2
	exit 1
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null || {
		echo "The task $task needs these packages; install them as root:$missing" >&2
		exit 1
	}
	as_root=sudo
fi
echo "The task $task needs these packages; apt-get${as_root:+ (with sudo)} installs them:"
echo " $missing"
$as_root apt-get update -qq
names=
for package in $missing; do
	for name in $(alternatives "$package"); do
		if apt-cache show "$name" >/dev/null 2>&1; then
			names="$names $name"
			break
		fi
	done
done
# Prevents the package's own cluster, because an instance creates a private one.
if [ ! -e /etc/postgresql-common/createcluster.conf ] && [ "$task" != build ]; then
	$as_root mkdir -p /etc/postgresql-common
	echo "create_main_cluster = false" |
		$as_root tee /etc/postgresql-common/createcluster.conf >/dev/null
fi
# Masks the units of programs that the tests start themselves.
for unit in prometheus pgbouncer nginx caddy fail2ban; do
	case " $names " in *" $unit "*)
		[ -e "/etc/systemd/system/$unit.service" ] || {
			$as_root mkdir -p /etc/systemd/system
			$as_root ln -s /dev/null "/etc/systemd/system/$unit.service"
		}
		;;
	esac
done
# shellcheck disable=SC2086
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
	-o Dpkg::Options::=--force-confold $names
