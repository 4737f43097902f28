#!/bin/sh
# Adds to the output of build.sh what a release has besides: notes, a compose file that
# needs no source, and images with their SPDX documents.
#
#     sh compose/dist/release.sh VERSION OUT
#
# Images are built for KITH_ARCHITECTURES, "amd64 arm64" without it. The Dockerfile
# compiles for the other architecture by a cross compiler. A program of each image is
# started if the machine runs programs of the architecture, by the package
# qemu-user-static. KITH_ENGINE is docker or podman; KITH_ENGINE=none builds no images.
# KITH_REGISTRY is written into the compose file. KITH_BUILD_OPTIONS are more options for
# the engine's build.
#
# Ends with 1 if images of an architecture are missing or do not run, and names them.
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

engine=${KITH_ENGINE:-$(command -v docker || command -v podman || true)}

# Whether this machine runs programs of an architecture.
runs() {
	case $1/$(uname -m) in
	amd64/x86_64 | arm64/aarch64) return 0 ;;
	amd64/*) [ -e "$binfmt/qemu-x86_64" ] ;;
	arm64/*) [ -e "$binfmt/qemu-aarch64" ] ;;
	esac
}

# podman 4.3 does not set BUILDPLATFORM itself.
case $(uname -m) in
aarch64) own=linux/arm64 ;;
*) own=linux/amd64 ;;
esac

# Builds one image and writes its archive and its SPDX document.
build() {
	# shellcheck disable=SC2086
	"$engine" build --platform "linux/$2" --file compose/Dockerfile --target "$1" \
		--build-arg "BUILDPLATFORM=$own" --build-arg "VERSION=$version" \
		--tag "$3" ${KITH_BUILD_OPTIONS:-} . &&
		"$engine" save "$3" >"$out/$4.tar" &&
		gzip -n -9 -f "$out/$4.tar" &&
		container=$("$engine" create --platform "linux/$2" "$3" none) &&
		"$engine" cp "$container:/usr/share/doc/kith/kith.spdx.json" \
			"$out/$4.spdx.json" &&
		"$engine" rm "$container" >/dev/null
}

starts() {
	case $1 in
	kith) program=kith-gateway ;;
	kith-media) program=kith-media ;;
	kith-backup) program=pg_dump ;;
	esac
	"$engine" run --rm --platform "linux/$2" --entrypoint "$program" "$3" --version
}

left=
leave() {
	left="${left}release: incomplete: $1
"
}

images() {
	for image in kith kith-media kith-backup; do
		name=${KITH_REGISTRY:-}$image:$tag
		if ! build "$image" "$1" "$name" "$image-$version-$1"; then
			rm -f "$out/$image-$version-$1".*
			leave "$engine could not build $image for $1"
		elif runs "$1" && ! starts "$image" "$1" "$name"; then
			leave "$image for $1 does not start"
		fi
	done
	runs "$1" || echo "release: the images for $1 were not started:" \
		"this machine needs qemu-user-static for that"
}

for architecture in ${KITH_ARCHITECTURES:-amd64 arm64}; do
	if [ "$engine" = none ]; then
		echo "release: no images for $architecture, because KITH_ENGINE is none"
	elif [ -z "$engine" ] || ! command -v "$engine" >/dev/null; then
		lacks="install docker or podman${engine:+; there is no $engine}"
		leave "no images for $architecture: $lacks"
	else
		began=$(date +%s)
		images "$architecture"
		echo "release: $architecture took $(($(date +%s) - began)) s"
	fi
done

(cd "$out" && rm -f SHA256SUMS && sha256sum -- * >SHA256SUMS.part &&
	mv SHA256SUMS.part SHA256SUMS)
ls -l "$out"
[ -z "$left" ] || {
	printf '%s' "$left" >&2
	exit 1
}
