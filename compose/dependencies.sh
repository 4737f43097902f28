#!/bin/sh
# Installs the missing packages for a task from the archive of Debian or Ubuntu.
#
#     compose/dependencies.sh build | run | test | analyze | bench | e2e
#     compose/dependencies.sh build ARCHITECTURE
#
# Prints the packages before it installs them. Does nothing when none is missing. The
# second form is for `make ARCH=arm64` or amd64 on a machine of the other architecture: it
# installs a cross compiler, and the libraries of that architecture.
set -eu

task=${1:?usage: dependencies.sh build|run|test|analyze|bench|e2e}
architecture=${2:-}

build="gcc libc6-dev pkg-config libmicrohttpd-dev libpq-dev libnng-dev libmsgpack-dev
	libjansson-dev libssl-dev libargon2-dev libseccomp-dev zlib1g-dev libqrencode-dev
	libidn2-dev libcurl4-openssl-dev libvips-dev"
run="$build postgresql tzdata ca-certificates"
test="$run libcmocka-dev clang clang-tidy clang-format libclang-rt-dev lld python3
	python3-pip python3-aiosmtpd python3-icalendar python3-yaml curl nodejs npm
	chromium-headless-shell prometheus pgbouncer lintian nginx-light caddy haproxy fail2ban"
analyze="$test cppcheck"
bench="$run python3 python3-aiosmtpd nodejs npm wrk"
e2e="$test golang podman buildah runc debootstrap netavark aardvark-dns iptables
	catatonit ccache qemu-user-static"

# The names of a package in different releases; the first one in the archive is installed.
alternatives() {
	of=${1#"${1%:*}"}
	case ${1%:*} in
	libmsgpack-dev) echo "libmsgpack-dev$of libmsgpack-c-dev$of" ;;
	chromium-headless-shell) echo "$1 chromium chromium-browser" ;;
	libclang-rt-dev) echo "libclang-rt-14-dev libclang-rt-dev libclang-rt-18-dev" ;;
	libidn2-dev) echo "libidn2-dev$of libidn2-0-dev$of" ;;
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
	chromium-headless-shell)
		command -v "$1" >/dev/null && return 0
		# Ubuntu has only the whole browser, which takes twice the processor time.
		! apt-cache show "$1" >/dev/null 2>&1 &&
			{ command -v chromium || command -v chromium-browser; } >/dev/null
		return
		;;
	golang) command -v go >/dev/null && return 0 ;;
	python3-pip) python3 -m pip --version >/dev/null 2>&1 && return 0 ;;
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

as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo

if [ -n "$architecture" ] && [ "$architecture" != "$(dpkg --print-architecture)" ]; then
	case $architecture in
	amd64) compiler=gcc-x86-64-linux-gnu ;;
	arm64) compiler=gcc-aarch64-linux-gnu ;;
	*)
		echo "dependencies.sh: the architectures are amd64 and arm64" >&2
		exit 2
		;;
	esac
	wanted="$compiler binutils pkg-config"
	for package in $build; do
		case $package in *-dev) wanted="$wanted $package:$architecture" ;; esac
	done
	dpkg --print-foreign-architectures | grep -qx "$architecture" ||
		$as_root dpkg --add-architecture "$architecture"
fi

missing=
for package in $wanted; do
	present "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null; then
	echo "The task $task needs these packages, but there is no apt-get:$missing" >&2
	exit 1
fi
if [ -n "$as_root" ] && ! command -v sudo >/dev/null; then
	echo "The task $task needs these packages; install them as root:$missing" >&2
	exit 1
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
