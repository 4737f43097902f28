#!/bin/sh
# Prints the version of this source.
#
#     v1.2.0 of the commit                          1.2.0
#     12 commits after the tag v1.2.0               1.2.0+12.g1a2b3c4d
#     the same with changes that are not committed  1.2.0+12.g1a2b3c4d.changed
#     no tag yet                                    0.1.0+345.g1a2b3c4d
#     without git: the file compose/dist/version, which source tarballs have
set -eu
cd "$(dirname "$0")/../.."

if [ ! -e .git ] || ! command -v git >/dev/null; then
	cat compose/dist/version 2>/dev/null || echo 0.1.0
	exit 0
fi
changed=
git diff-index --quiet HEAD -- 2>/dev/null || changed=.changed
if tag=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null); then
	commits=$(git rev-list --count "$tag..HEAD")
else
	tag=v0.1.0
	commits=$(git rev-list --count HEAD 2>/dev/null || echo 0)
fi
if [ "$commits" = 0 ] && [ -z "$changed" ]; then
	echo "${tag#v}"
else
	echo "${tag#v}+$commits.g$(git rev-parse --short=8 HEAD)$changed"
fi
