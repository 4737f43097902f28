#!/bin/sh
# Writes the SPDX document of an image into the folder that becomes its root.
#
#     sh compose/dist/image_sbom.sh ROOT VERSION
set -eu

root=$1 version=$2
mkdir -p "$root/usr/share/doc/kith"
python3 compose/dist/sbom.py --root "$root" --viewer build/viewer/package-lock.json \
	--version "$version" --also ca-certificates tzdata \
	>"$root/usr/share/doc/kith/kith.spdx.json"
