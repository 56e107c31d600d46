extension FeatureTemplate {
    /// `Package.swift`.
    var package: String {
        #"""
        // swift-tools-version: 6.2
        import PackageDescription

        \#(settings)\#(kitFolder)let package = Package(
            name: "\#(name.type)",
            products: [
                .library(
                    name: "\#(module)",
                    type: .dynamic, targets: ["\#(module)"])
            ],
            dependencies: [.package(path: "\#(path)/FeatureKit"), .package(path: "\#(path)/FeatureTestKit")],
            targets: [
                .target(
                    name: "\#(module)", dependencies: ["FeatureKit"],\#(usesSettings)
                    plugins: [.plugin(name: "KitStamp", package: "FeatureKit")]),
                .testTarget(
                    name: "\#(module)Tests",
                    dependencies: ["\#(module)", "FeatureKit", "FeatureTestKit"]\#(alsoUsesSettings)),
            ]
        )

        """#
    }

    /// What the packages of a checkout are all compiled with, since they share one scratch folder.
    private var settings: String {
        guard place == .checkout else { return "" }
        return """
            let strict: [SwiftSetting] = [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .strictMemorySafety(),
                .treatAllWarnings(as: .error),
            ]


            """
    }

    private var usesSettings: String { place == .checkout ? " swiftSettings: strict," : "" }
    private var alsoUsesSettings: String { place == .checkout ? ", swiftSettings: strict" : "" }

    /// How the dependencies' paths begin.
    private var path: String {
        switch place {
        case .checkout: "../../\(Kit.sources)"
        case .outside: #"\(kitFolder)"#
        }
    }

    /// The lines that say where the kit lies, which another machine may know otherwise.
    private var kitFolder: String {
        guard case .outside(let folder) = place else { return "" }
        return #"""
            // The kit that came with the host; where it lies elsewhere, FLAGSTAND_KIT says so.
            let kitFolder = Context.environment["FLAGSTAND_KIT"] ?? \#(Self.literal(folder))


            """#
    }

    /// A text as Swift writes it out.
    static func literal(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20: "\\u{\(String(scalar.value, radix: 16))}"
            default: "\(scalar)"
            }
        }
        return "\"\(escaped.joined())\""
    }
}
