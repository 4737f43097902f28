#!/bin/sh
# Adds to the output of build.sh what a release has besides: notes, a compose file that
# needs no source, and images.
#
#     sh compose/dist/release.sh VERSION OUT
#
# Images are built for amd64 and arm64. One that is not of this machine is built under
# qemu, if the machine runs such programs (the package qemu-user-static). An architecture
# that cannot be built is named, and the release goes on without it. KITH_ENGINE is docker
# or podman; KITH_ENGINE=none builds no images. KITH_REGISTRY is written into the compose
# file.
set -eu
export LC_ALL=C

version=$1 out=$2
here=compose/dist
tag=$(echo "$version" | tr + -)
binfmt=${KITH_BINFMT:-/proc/sys/fs/binfmt_misc}
mkdir -p "$out"

python3 $here/notes.py "$version" >"$out/kith-$version.md"
python3 $here/compose_file.py "$version" "${KITH_REGISTRY:-}" <compose/compose.yaml \
	>"$out/compose.yaml"

engine=${KITH_ENGINE:-$(command -v docker || command -v podman || echo none)}

# Whether this machine runs programs of an architecture.
runs() {
	case $1/$(uname -m) in
	amd64/x86_64 | arm64/aarch64) return 0 ;;
	amd64/*) [ -e "$binfmt/qemu-x86_64" ] ;;
	arm64/*) [ -e "$binfmt/qemu-aarch64" ] ;;
	esac
}

images() {
	for image in kith kith-media kith-backup; do
		"$engine" build --platform "linux/$1" --file compose/Dockerfile \
			--target "$image" --build-arg "VERSION=$version" \
			--tag "${KITH_REGISTRY:-}$image:$tag" .
		"$engine" save "${KITH_REGISTRY:-}$image:$tag" |
			gzip -n -9 >"$out/$image-$version-$1.tar.gz"
	done
}

left=
for architecture in amd64 arm64; do
	if [ "$engine" = none ]; then
		left="$left
release: no images for $architecture: there is neither docker nor podman"
	elif ! runs $architecture; then
		left="$left
release: no images for $architecture: this machine does not run such programs
    (install qemu-user-static, or build them on such a machine)"
	else
		images $architecture
	fi
done

(cd "$out" && rm -f SHA256SUMS && sha256sum -- * >SHA256SUMS.part &&
	mv SHA256SUMS.part SHA256SUMS)
ls -l "$out"
echo "${left#
}"
