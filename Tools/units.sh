#!/usr/bin/env bash
# units.sh BUILT [TARGET]: assembles TARGET/features/<id>/{feature.yaml, lib<Name>Feature.so, Scenarios/} for every
# built-in feature from the libraries in BUILT, and packs them. TARGET is BUILT unless told.
set -euo pipefail
built=$(realpath "$1")
units=$(realpath "${2:-$1}")/features
cd "$(dirname "$0")/.."

names=$(Tools/features.sh)
mkdir -p "$units"
ids=()
news=()
for name in $names; do
    manifest=Plugins/$name/feature.yaml
    id=$(sed -n 's/^id: *\([a-z0-9-]*\).*/\1/p' "$manifest")
    if [ -z "$id" ]; then
        echo "$manifest: error: there is no line \`id: …\` in it" >&2
        exit 1
    fi
    # Made aside and moved into place, so that a running host never sees half a unit.
    new=$units/.$id.new
    rm -rf "$new"
    mkdir "$new"
    cp "$manifest" "$built/lib${name}Feature.so" "$new/"
    [ ! -d "Plugins/$name/Scenarios" ] || cp -R "Plugins/$name/Scenarios" "$new/"
    # Stored documents that an older version wrote have to be read: what it declared stands there.
    [ ! -e "Plugins/$name/contracts.json" ] || cp "Plugins/$name/contracts.json" "$new/"
    # What was packed before stays where the library is the same.
    former=$units/$id/lib${name}Feature.contracts.json
    [ ! -e "$former" ] || cp "$former" "$new/"
    ids+=("$id")
    news+=("$new")
done

"$built/flagstand" pack "${news[@]}" > /dev/null
for id in "${ids[@]}"; do
    rm -f "$units/.$id.new/contracts.json"
    rm -rf "${units:?}/$id"
    mv "$units/.$id.new" "$units/$id"
done

# A unit whose feature has left the list would still be loaded.
for unit in "$units"/*/; do
    id=$(basename "$unit")
    case " ${ids[*]} " in *" $id "*) ;; *) rm -rf "$unit" ;; esac
done
