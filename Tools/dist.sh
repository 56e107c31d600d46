#!/usr/bin/env bash
# dist.sh: makes dist/flagstand: the host, its features, what runs them in processes of their own, what proves features,
# and the Swift runtime, for a Debian without the toolchain; and the kit, with which those who have the toolchain write
# features.
set -euo pipefail
cd "$(dirname "$0")/.."

dist=dist/flagstand
built=.build/dist/release
runtime=$(swiftc -print-target-info | sed -n '/"runtimeLibraryPaths"/,/\]/s/^ *"\(\/.*\)",\{0,1\}$/\1/p' | head -n 1)

# Libraries of the build find each other beside themselves and nowhere else. Those of Debian, which look nowhere in
# particular, inherit where the program looks; with the newer kind of tag they would not.
Tools/swift.sh build -c release --scratch-path .build/dist -Xswiftc -no-toolchain-stdlib-rpath \
    -Xlinker --disable-new-dtags

rm -rf "$dist"
mkdir -p "$dist"
cp -R "$built/flagstand" "$built/flagstand-worker" "$built/flagstand-test" "$built/libFeatureKit.so" "$built/libFeatureRig.so" plugins.yaml samples "$dist/"
Tools/units.sh "$built" "$dist"
Tools/kit.sh "$dist/kit"

# What a Debian always has stays there; the rest comes along: the Swift runtime, libyaml, RE2, and libcurl, which the
# program opens itself.
of_debian='/(ld-linux.*|libc|libm|libdl|librt|libpthread|libresolv|libgcc_s|libstdc\+\+)\.so'
curl=$(/sbin/ldconfig -p | sed -n 's/^[[:space:]]*libcurl\.so\.4 .*=> //p' | head -n 1)
cp -L "$curl" "$dist/libcurl.so.4"
programs=("$dist/flagstand" "$dist/flagstand-worker" "$dist/flagstand-test" "$dist/libcurl.so.4" "$dist"/features/*/*.so)
needed=$(LD_LIBRARY_PATH=$dist:$runtime ldd "${programs[@]}" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | sort -u)
for library in $(grep -vE "$of_debian" <<< "$needed"); do
    [ -e "$dist/$(basename "$library")" ] || cp -L "$library" "$dist/"
done
strip --strip-debug "$dist/flagstand" "$dist/flagstand-worker" "$dist/flagstand-test" "$dist"/*.so* "$dist"/features/*/*.so
# A stripped library is another file than the one that was packed.
"$dist/flagstand" pack "$dist/features" > /dev/null

# The proof: without any help, everything is found here, but for what a Debian always has.
strays=$({ for program in flagstand flagstand-worker flagstand-test; do env -i ldd "$dist/$program"; done; env -i LD_LIBRARY_PATH="$PWD/$dist" ldd "$dist/libcurl.so.4"; } | grep -vE "=> $PWD/$dist/|$of_debian|linux-vdso" || true)
if [ -n "$strays" ]; then
    printf 'error: %s needs what a Debian without the toolchain lacks:\n%s\n' "$dist/flagstand" "$strays" >&2
    exit 1
fi
if grep -rlaF "$runtime" "$dist"; then
    echo "error: the files above name the toolchain's folder $runtime" >&2
    exit 1
fi
env -i "$dist/flagstand" --help > /dev/null
env -i "$dist/flagstand" test track > /dev/null
echo "$dist: $(du -sh "$dist" | cut -f 1)"
