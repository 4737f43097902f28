#!/bin/sh
# Fetches CrowdSec for a test and sets it up with the parsers of a Debian installation:
#     crowdsec.sh FOLDER
# The package is unpacked and not installed, because its installation registers the machine
# with a server of its makers and starts a service. Does nothing when the folder exists.
set -eu

folder=${1:?usage: crowdsec.sh FOLDER}
[ -x "$folder/usr/bin/crowdsec" ] && exit 0

parent=$(dirname "$folder")
mkdir -p "$parent"
work=$(mktemp -d "$parent/crowdsec-XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
(cd "$work" && apt-get download -qq crowdsec 2>/dev/null)
dpkg-deb --extract "$work"/*.deb "$work/root"
mv "$work/root" "$folder"
