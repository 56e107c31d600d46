#!/usr/bin/env bash
# setup.sh [PACKAGE…]: checks that this machine can build Flagstand, and installs the Debian packages that are missing.
# Packages that only one target needs are named by that target.
set -euo pipefail

oldest_swift=6.3
packages=(gcc libc6-dev libstdc++-12-dev pkg-config libyaml-dev libre2-dev libcurl4-openssl-dev libsqlite3-dev libssl-dev libsodium-dev libmosquitto-dev mosquitto libqrencode-dev libpango1.0-dev fonts-dejavu-core poppler-utils zbar-tools librsvg2-bin zlib1g-dev libzip-dev libmp3lame-dev libexpat1-dev espeak-ng tzdata "$@")

refuse() {
    printf 'error: %s\n' "$@" >&2
    exit 1
}

check_swift() {
    command -v swift > /dev/null ||
        refuse "there is no swift on PATH; install Swift $oldest_swift or newer from https://www.swift.org/install/linux"
    local version
    version=$(swift --version 2> /dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')
    printf '%s\n' "$oldest_swift" "$version" | sort -C -V ||
        refuse "swift is version ${version:-unknown}, Flagstand needs $oldest_swift or newer: https://www.swift.org/install/linux"
}

# missing: the packages that are not installed, one on a line.
missing() {
    local package
    for package in "${packages[@]}"; do
        dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2> /dev/null | grep -q '^ii' || echo "$package"
    done
}

install_missing() {
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        as_root=(sudo -n)
        "${as_root[@]}" true 2> /dev/null ||
            refuse "missing Debian packages: $*" "run this line, then make again: sudo apt-get install -y $*"
    fi
    echo "installing $*"
    "${as_root[@]}" apt-get -qq update || echo "warning: apt-get update failed; trying with the lists that are there" >&2
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" > /dev/null ||
        refuse "apt-get could not install $*" "run this line to see why, then make again: apt-get install -y $*"
}

check_swift
if command -v dpkg-query > /dev/null; then
    mapfile -t lacking < <(missing)
    [ "${#lacking[@]}" = 0 ] || install_missing "${lacking[@]}"
else
    echo "warning: this is not Debian; make sure that the equivalents are installed of: ${packages[*]}" >&2
fi
