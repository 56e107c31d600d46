#!/usr/bin/env bash
# macros.sh: proves that the kit's macros work in a package outside the tree: in its tests with coverage, and in a release
# with the flags of `make dist`, against the copy of the kit that `make dist` hands out.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=$PWD/Tools/swift.sh
outside=$(mktemp -d)
trap 'rm -rf "$outside"' EXIT
Tools/kit.sh "$outside/kit"
mkdir -p "$outside/Lamp/Sources/LampFeature" "$outside/Lamp/Tests/LampFeatureTests"
cat > "$outside/Lamp/Package.swift" <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription

let kit: Target.Dependency = .product(name: "FeatureKit", package: "FeatureKit")
let package = Package(
    name: "Lamp",
    products: [.library(name: "LampFeature", type: .dynamic, targets: ["LampFeature"])],
    dependencies: [.package(path: "../kit/FeatureKit")],
    targets: [
        .target(
            name: "LampFeature", dependencies: [kit], plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
        .testTarget(name: "LampFeatureTests", dependencies: ["LampFeature", kit]),
    ]
)
SWIFT
cat > "$outside/Lamp/Sources/LampFeature/Lamp.swift" <<'SWIFT'
public import FeatureKit

/// How a lamp blinks.
@Record public struct Blink: Equatable {
    /// Which lamp.
    @Text(1...64) public var lamp: String
    /// How often.
    @In(1...100) public var times: Int = 1
}

/// What a lamp did.
@Record @Collection("blinks", .on(\.lamp)) public struct Blinked: Equatable {
    /// Which lamp.
    @Public @InEvent public var lamp: String
    /// How often.
    @Public public var times: Int
}

@Routes("lamp") public struct LampRoutes: RouteGroup {
    public init() {}

    /// Blinks.
    @Post("/{lamp}/blinks", .user)
    public func blink(_ request: Blink, _ call: Call) async throws -> Blinked {
        Blinked(lamp: request.lamp, times: request.times)
    }
}
SWIFT
cat > "$outside/Lamp/Tests/LampFeatureTests/LampTests.swift" <<'SWIFT'
import FeatureKit
import LampFeature
import Testing

struct LampTests {
    @Test func recordsAreReadAndWritten() throws {
        let blink = try Blink(json: Array(#"{"lamp":"porch"}"#.utf8))
        #expect(blink == Blink(lamp: "porch"))
        #expect(blink.json == #"{"lamp":"porch","times":1}"#)
        #expect(throws: RecordError.self) { try Blink(json: Array(#"{"lamp":"porch","times":101}"#.utf8)) }
        #expect(LampRoutes.blinkRoute.name == "lamp.blink" && LampRoutes.routes.count == 1)
        #expect(Blinked.documents.name == "blinks")
    }
}
SWIFT

cd "$outside/Lamp"
"$swift" test --package-path . --scratch-path .build --enable-code-coverage
if ! grep -q '/Lamp.swift' .build/debug/codecov/*.json; then
    echo 'error: the coverage does not know Lamp.swift' >&2
    exit 1
fi
"$swift" build -c release --package-path . --scratch-path .build/dist -Xswiftc -no-toolchain-stdlib-rpath -Xlinker --disable-new-dtags
echo 'the macros work outside the tree, with coverage and with the flags of make dist'
