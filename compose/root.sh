#!/bin/sh
# Copies programs and what they need into a folder that becomes the root of an image: the
# stripped programs, the libraries that they load, certificates and time zones. The
# programs may be for another architecture than this machine's.
#
#     sh compose/root.sh ROOT PROGRAM...
set -eu

root=${1:?usage: root.sh ROOT PROGRAM...}
shift

mkdir -p "$root/usr/bin" "$root/usr/lib" "$root/usr/lib64" "$root/etc/ssl/certs" "$root/tmp" \
	"$root/var/lib/kith/mail" "$root/run/keys" "$root/run/prepared" "$root/run/secret" \
	"$root/backups"
ln -s usr/lib "$root/lib"
ln -s usr/lib64 "$root/lib64"

case $(LC_ALL=C readelf -h "$1") in
*AArch64*) strip=aarch64-linux-gnu-strip ;;
*X86-64*) strip=x86_64-linux-gnu-strip ;;
*) strip=strip ;;
esac
for program; do
	install -m 755 "$program" "$root/usr/bin/"
	"$strip" "$root/usr/bin/$(basename "$program")"
done
python3 "$(dirname "$0")/dist/libraries.py" "$@" | while read -r library; do
	case $library in
	/lib/* | /lib64/*) library=/usr$library ;;
	esac
	mkdir -p "$root$(dirname "$library")"
	cp -L "$library" "$root$library"
done

printf 'root:x:0:0::/:/nologin\nkith:x:10001:10001::/var/lib/kith:/nologin\n' \
	> "$root/etc/passwd"
printf 'root:x:0:\nkith:x:10001:\n' > "$root/etc/group"
cp /etc/ssl/openssl.cnf "$root/etc/ssl/"
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
mkdir -p "$root/usr/share"
cp -a /usr/share/zoneinfo "$root/usr/share/"
rm -rf "$root/usr/share/zoneinfo/right" "$root/usr/share/zoneinfo/posix"

chmod 1777 "$root/tmp"
chown -R 10001:10001 "$root/var/lib/kith" "$root/run/keys" "$root/run/prepared" \
	"$root/run/secret" "$root/backups"
chmod 700 "$root/run/keys" "$root/run/prepared" "$root/run/secret" "$root/backups"
