#!/bin/sh
# Packs a build: a source tarball, a Debian package, its SPDX document, and checksums.
#
#     sh compose/dist/build.sh BUILD VERSION OUT
#
# The output is reproducible on one release of Debian: all times are SOURCE_DATE_EPOCH,
# names are
# sorted, owners are 0, and no path of the machine is included.
set -eu
export LC_ALL=C TZ=UTC

build=$1 version=$2 out=$3
here=compose/dist
: "${SOURCE_DATE_EPOCH:?}"
export SOURCE_DATE_EPOCH
arch=$(dpkg --print-architecture)
maintainer=${MAINTAINER:-the Kith maintainers <kith@localhost>}
services="identity orgs content projects events notifications media"

[ -s "$build/viewer/swagger-ui-bundle.js" ] || {
	echo "dist: $build has no viewer: run make viewer (needs npm and a network)" >&2
	exit 1
}
rm -rf "$out"
mkdir -p "$out/root"
root=$out/root

# Creates a tar archive of the files named on standard input.
pack() {
	tar --create --no-recursion --files-from=- --format=ustar --owner=0 --group=0 \
		--numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --mode=u=rwX,go=rX "$@"
}

# ---- the source ----
# A tarball has no git that knows the version.
echo "$version" >$here/version
{
	# Without git, all files except builds and secrets are source.
	if [ -e .git ]; then
		git ls-files
		echo $here/version
	else
		find . -type f ! -path './build*' ! -path './.run*' ! -path "./$build/*" \
			! -path "./${out%/*}/*" ! -name '*.pyc' ! -name .env ! -name '*.key' \
			! -path '*/secrets/*' | sed 's|^\./||'
	fi
} | sort -u | pack --transform "s|^|kith-$version/|" | gzip -n -9 >"$out/kith-$version.tar.gz"
[ ! -e .git ] || rm $here/version

# ---- the package's files ----
put() {
	mode=$1 to=$root/$2
	shift 2
	mkdir -p "$to"
	for file; do install -m "$mode" "$file" "$to/"; done
}

programs="$build/kithctl $build/kith-gateway $build/kith-decoder"
for name in $services; do programs="$programs $build/kith-$name"; done
# shellcheck disable=SC2086
put 755 usr/bin $programs
strip --strip-all --enable-deterministic-archives "$root"/usr/bin/*
put 755 usr/lib/kith $here/give-keys
put 644 usr/lib/systemd/system $here/units/kith.target $here/units/kith-prepare.service

# unit NAME DESCRIPTION FILES MORE: writes a unit with its limit of open files and one
# more line.
# A service listens on the address that the gateway uses.
unit() {
	start=
	[ "$1" = gateway ] ||
		start="/usr/bin/env KITH_BUS_LISTEN=\${KITH_BUS_$(echo "$1" | tr a-z A-Z)} "
	sed -e "s|@NAME@|$1|g" -e "s|@DOES@|$2|" -e "s|@FILES@|$3|" -e "s|@START@|$start|" \
		-e "s|^@MORE@\$|$4|" $here/units/process.service.in |
		sed '/^EnvironmentFile=\/etc\/kith\/kith.env$/,/^Restart=/{/^$/d}' \
			>"$root/usr/lib/systemd/system/kith-$1.service"
	chmod 644 "$root/usr/lib/systemd/system/kith-$1.service"
}
unit gateway "the gateway" 65536 "UnsetEnvironment=KITH_DATABASE_URL"
unit identity "accounts and sign-in" 4096 ""
unit orgs "organizations" 4096 ""
unit content "asks and progress" 4096 ""
unit projects "projects" 4096 ""
unit events "events" 4096 ""
unit notifications "mails and the inbox" 4096 \
	"EnvironmentFile=-/etc/kith/mail.env\nReadWritePaths=/var/lib/kith/mail"
unit media "images" 4096 ""

mkdir -p "$root/usr/lib/sysusers.d" "$root/usr/lib/tmpfiles.d"
for name in gateway $services; do
	echo "u kith-$name - \"Kith $name\" /nonexistent"
done >"$root/usr/lib/sysusers.d/kith.conf"
cat >"$root/usr/lib/tmpfiles.d/kith.conf" <<-END
	d /var/lib/kith 0755 root root
	d /var/lib/kith/mail 0700 kith-notifications kith-notifications
END
put 600 etc/kith $here/kith.env $here/owner.env $here/mail.env
put 644 usr/share/doc/kith docs/operations.md docs/configuration.md compose/observe/alerts.yaml \
	compose/observe/prometheus.yaml compose/observe/dashboard.json
{
	echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
	printf '\nFiles: *\nCopyright: 2026 the Kith maintainers\nLicense: Expat\n'
	sed -e '1,/^Copyright/d' -e 's/^$/./' -e 's/^/ /' LICENSE | sed '1{/^ \.$/d}'
	printf '\nFiles: usr/bin/kith-gateway\nCopyright: 2020-2026 SmartBear Software Inc.\n'
	printf 'License: Apache-2.0\n It contains the API viewer Swagger UI without changes.\n'
	printf ' /usr/share/common-licenses/Apache-2.0 has the text of its license.\n'
} >"$root/usr/share/doc/kith/copyright"
printf 'kith (%s) stable; urgency=medium\n\n  * Release %s; %s\n\n -- %s  %s\n' \
	"$version" "$version" "/docs/changelog of an instance lists the changes." \
	"$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" |
	gzip -n -9 >"$root/usr/share/doc/kith/changelog.gz"

# ---- dependencies and contents ----
python3 $here/sbom.py --root "$root" --viewer "$build/viewer/package-lock.json" \
	--version "$version" --depends "$out/depends" \
	>"$out/kith-$version.spdx.json"
put 644 usr/share/doc/kith "$out/kith-$version.spdx.json"

# ---- the package ----
mkdir -p "$root/DEBIAN"
(cd "$root" && find etc -type f | sort | sed 's|^|/|') >"$root/DEBIAN/conffiles"
(cd "$root" && find usr -type f | sort | xargs md5sum) >"$root/DEBIAN/md5sums"
installed_kib=$(find "$root/usr" "$root/etc" -type f -printf '%s\n' |
	awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
cat >"$root/DEBIAN/control" <<-END
	Package: kith
	Version: $version
	Architecture: $arch
	Maintainer: $maintainer
	Installed-Size: $installed_kib
	Depends: $(cat "$out/depends")
	Recommends: ca-certificates, postgresql-client
	Suggests: postgresql, caddy, prometheus
	Section: net
	Priority: optional
	Description: self-hosted professional network
	 Members post asks, keep profiles and find each other. People reach it through a
	 REST API and web pages, AI assistants through a tool server.
	 .
	 No process is started before you set the database's address.
END
cp $here/postinst $here/prerm $here/postrm "$root/DEBIAN/"
chmod 755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm" "$root/DEBIAN/postrm"
rm "$out/depends"
find "$root" -type d -exec chmod 755 {} +
find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --threads-max=1 \
	--build "$root" "$out/kith_${version}_$arch.deb" >/dev/null
rm -rf "$root"
(cd "$out" && sha256sum -- * >SHA256SUMS.part && mv SHA256SUMS.part SHA256SUMS)
ls -l "$out"
