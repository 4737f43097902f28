#!/bin/sh
# Brings the reference's viewer into a folder, from npm, as the lock file knows it byte for byte.
# Where there is no npm or no network the folder's files are empty: the gateway is built without
# the viewer, and says so. What was fetched once is not fetched again.
#
#     sh compose/viewer/fetch.sh build/viewer
set -eu

folder=${1:?usage: fetch.sh FOLDER}
here=$(dirname "$0")
kept=$folder/node_modules/swagger-ui-dist

mkdir -p "$folder"
if ! cmp -s "$here/package-lock.json" "$folder/package-lock.json" || [ ! -f "$kept/swagger-ui-bundle.js" ]; then
	cp "$here/package.json" "$here/package-lock.json" "$folder/"
	if ! command -v npm >/dev/null ||
		! (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --silent --prefer-offline \
			--fetch-retries=0 --fetch-timeout=20000 >/dev/null 2>&1); then
		rm -rf "$folder/node_modules" "$folder/package-lock.json"
		echo "  The reference's viewer is left out: npm could not fetch it (make viewer tries again)."
	fi
fi
for file in swagger-ui-bundle.js swagger-ui.css; do
	if [ -f "$kept/$file" ]; then
		cp "$kept/$file" "$folder/$file"
	else
		: > "$folder/$file"
	fi
done
