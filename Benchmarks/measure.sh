# What the scripts beside this file share; each sources it.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
built=$root/.build/release

# build_host: the release host, and its features beside it.
build_host() {
    (cd "$root" && Tools/swift.sh build -c release && Tools/units.sh .build/release)
}

# build_products PRODUCT…: of the package beside this file.
build_products() {
    local product
    for product in "$@"; do "$root/Tools/swift.sh" build -c release --package-path "$root/Benchmarks" --product "$product"; done
}

# pack_unit FOLDER UNIT PRODUCT: packs a feature of the package beside this file into a folder of features.
pack_unit() {
    build_products "$3"
    rm -rf "$1"
    mkdir -p "$1/$2"
    cp "$root/Benchmarks/Units/$2/feature.yaml" "$built/lib$3.so" "$1/$2/"
    "$built/flagstand" pack "$1" > /dev/null
}

# make_venv NAME PACKAGE…: a virtual environment with packages of Python; prints its interpreter.
make_venv() {
    local venv=$root/Benchmarks/.build/$1-venv
    if [ ! -e "$venv/ready" ]; then
        python3 -m venv "$venv"
        "$venv/bin/pip" install --quiet --disable-pip-version-check "${@:2}"
        touch "$venv/ready"
    fi
    echo "$venv/bin/python"
}

# measure COMMAND…: runs a measurement. With MOMENT=15s it is ended after that time, to see that it still runs at all: then
# a missed bar (1) is no failure, and any other code is.
measure() {
    local code=0
    [ -n "${MOMENT:-}" ] || { "$@"; return; }
    timeout --kill-after=5s "$MOMENT" "$@" || code=$?
    [ "$code" -le 1 ] || [ "$code" = 124 ]
}

# build_inside PRODUCT: of the package beside this file, what looks into a module as its tests do, so that all of it is compiled
# with a flag of its own.
inside=$root/.build/inside/release
build_inside() {
    "$root/Tools/swift.sh" build -c release --package-path "$root/Benchmarks" --scratch-path "$root/.build/inside" --product "$1" \
        -Xswiftc -enable-testing
}
