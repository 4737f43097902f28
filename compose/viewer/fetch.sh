#!/bin/sh
# Fetches the reference's viewer from npm into a folder and checks it against the lock
# file.
# Without npm or a network it writes empty files, and the gateway is built without the
# viewer.
# Files that were fetched before are kept.
#
#     sh compose/viewer/fetch.sh build/viewer
set -eu

folder=${1:?usage: fetch.sh FOLDER}
here=$(dirname "$0")
kept=$folder/node_modules/swagger-ui-dist

mkdir -p "$folder"
if ! cmp -s "$here/package-lock.json" "$folder/package-lock.json" ||
	[ ! -f "$kept/swagger-ui-bundle.js" ]; then
	cp "$here/package.json" "$here/package-lock.json" "$folder/"
	if ! command -v npm >/dev/null ||
		! (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --silent \
			--prefer-offline --fetch-retries=0 --fetch-timeout=20000 \
			>/dev/null 2>&1); then
		rm -rf "$folder/node_modules" "$folder/package-lock.json"
		echo "  No viewer for the reference: npm could not fetch it. Retry: make viewer"
	fi
fi
for file in swagger-ui-bundle.js swagger-ui.css; do
	if [ -f "$kept/$file" ]; then
		cp "$kept/$file" "$folder/$file"
	else
		: > "$folder/$file"
	fi
done
