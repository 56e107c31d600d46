@_spi(Hosting) internal import FeatureKit
internal import HostConfig
internal import HostSystem

extension LoadProblem: CustomStringConvertible {
    /// The problem as an operator reads it: `features/ble: error: holds no library; …`.
    package var description: String { "\(path): error: \(message)" }

    /// What is wrong and what to do about it.
    package var message: String {
        switch fault {
        case .noFolder: "there is no such folder; make it, or take it out of plugins"
        case .unreadable(let error): "cannot be read: \(error)"
        case .crowded(let limit): "holds more than \(limit) entries; name a folder that holds features alone"
        case .noManifest(let library): "holds \(library) but no feature.yaml; write one beside it"
        case .noLibrary(let expected):
            "there is no library lib<Name>Feature.so in it, nor \(expected); build it with \"make build\", "
                + "or copy the library into the folder"
        case .notBuilt(let expected):
            "was not built: there is no library in its .build/debug or .build/release, nor \(expected); run "
                + "\"swift build\" in it, or \"make build\" for all features"
        case .severalLibraries(let names): "holds several libraries, \(names.inWords); leave one of them"
        case .idTaken(let id, let other):
            "the id \"\(id)\" belongs to \(other) already; give one of them another id, or remove one"
        case .noFile: "there is no such file; build the feature, or copy its library there"
        case .notAFile: "is no file; a feature's library is expected there"
        case .tooLarge(let limit):
            "has more than \(limit / 1024 / 1024) MiB; strip it with \"strip --strip-debug\""
        case .format(let problem): problem.message
        case .noStamp:
            "is no Flagstand feature: it carries no stamp; add to its target in Package.swift: "
                + "plugins: [.plugin(name: \"KitStamp\", package: \"FeatureKit\")]"
        case .otherKit(let stamp, let mismatch, let host): mismatch.message(stamp, host)
        case .notPacked(let unit):
            "has no file \(Path.name(of: PackedLibrary.path(of: path))) beside it, which says what is in it; run "
                + "\"flagstand pack \(unit)\""
        case .packedOtherwise(let unit):
            "is not the library that \(Path.name(of: PackedLibrary.path(of: path))) describes: it was built again "
                + "since; run \"flagstand pack \(unit)\""
        case .packedUnreadable(let reason, let unit):
            "has beside it a file \(Path.name(of: PackedLibrary.path(of: path))) that can't be read: \(reason); run "
                + "\"flagstand pack \(unit)\""
        case .notWritable(let reason): "can't be packed: \(reason)"
        case .ownKit:
            "does not need libFeatureKit.so, so it has a kit of its own inside; depend on the product FeatureKit, "
                + "not on its target"
        case .noEntry:
            "has no function flagstand_feature; add: @c(flagstand_feature) public func flagstandFeature() "
                + "-> UnsafeMutableRawPointer { unsafe FeatureEntry.open(YourFeature.self) }"
        case .notCopied(let error): "cannot be copied into the state folder, nor into memory: \(error)"
        case .notOpened(let reason): "cannot be opened: \(reason)" + Self.hint(for: reason)
        case .noThread(let error): "cannot be opened, because there is no thread to do it: \(error)"
        case .notDescribed(let reason, let lines):
            "can't be packed: when it was opened, \(reason)"
                + (Self.lastWords(of: lines).map { "; it wrote last: \($0)" } ?? "")
        case .liveButNotTaken(let path):
            "the settings mark \(path) as @Live, but the feature takes no settings while it runs; make it Reconfigurable, "
                + "or take @Live away"
        case .liveInList(let path):
            "the settings mark \(path) as @Live inside a list or mapping, whose elements can't be told apart; mark the "
                + "field that holds all of them"
        case .liveElsewhere(let name, let path):
            "\(name) has the @Live field \(path), and only fields of settings can be live; take @Live away"
        case .doubledMigration(let collection):
            "the collection \(Printable.quoted(collection)) has two migrations of one name; each has its own for good"
        case .migrationOfPreviousName(let collection, let migration, let field, let now):
            "the collection \(Printable.quoted(collection)): the migration \(Printable.quoted(migration)) changes "
                + "\(Printable.quoted(field)), which is called \(Printable.quoted(now)) when it runs; write that name"
        case .lostField(let lost): lost.message
        case .previousUnreadable(let reason):
            "can't be read, so nobody knows what stored documents have: \(reason)"
        case .replacedBelow(let id):
            "is not the one that runs any more; run it with \"flagstand replace \(id) \(Path.folder(of: path))\""
        case .replaced: "is not the one that runs any more; restart the host to run it"
        case .badName(let role, let name):
            "the library \(role.verb) \(Printable.quoted(name)), which is no name; take words of letters, digits, dashes "
                + "and underscores, joined by dots"
        case .reservedTopic(let name):
            "the library publishes \(Printable.quoted(name)), on which the host alone speaks; take another name"
        case .otherShape(let clash): clash.message
        case .controlEvent(let name): ControlEvent.complaint(about: name)
        case .collection(let problem): problem.detail
        case .collectionOfBlobs:
            "a collection can't be called \"\(CollectionLayout.blobs)\", which stands for blobs; give it another name, "
                + "or write .keepsBlobs where blobs are meant"
        case .doubledCollection(let name): "\"\(name)\" is kept twice; leave one .keeps(…) of it in the contracts"
        case .tooManyCollections(let count, let limit): "keeps \(count) collections; the most is \(limit)"
        case .flagDefault(let key, let problem): "the default of the flag \"\(key)\" can't be used: \(problem)"
        case .otherFlag(let key):
            "the flag \"\(key)\" is declared twice, with other values or another default; leave one .evaluates(…) of it"
        case .reservedFlag(let key):
            "the flag \"\(key)\" would be the host's own, which says who has a feature; give it another key"
        case .unservedRequest(let route, let feature, let hint):
            "asks for \"\(route)\", which \(feature) does not serve" + (hint.map { "; did you mean \"\($0)\"?" } ?? "")
        case .strayFlag(let key, let hint):
            "the flag \"\(key)\" is not declared by the code; name it in the contracts, .evaluates(…), or take it out of "
                + "this file" + (hint.map { "; did you mean \"\($0)\"?" } ?? "")
        }
    }

    /// What a process said before Swift's runtime told where it was.
    private static func lastWords(of lines: [String]) -> String? {
        lines.prefix { $0 != "Current stack trace:" }.last
    }

    /// What the linker's words mean for the one who built the library.
    private static func hint(for reason: String) -> String {
        let ofTheKit = "10FeatureKit"  // how Swift writes the module's name into symbols
        if reason.contains("undefined symbol") {
            return reason.contains(ofTheKit)
                ? "; it was built against another FeatureKit than this host's: rebuild it with that one"
                : "; a library that defines it is not linked: name it in the target's linkerSettings"
        }
        if reason.contains("cannot open shared object file") {
            return "; install the package that holds it, or put it beside the host"
        }
        if reason.contains("failed to map segment") {
            return "; is the state folder mounted noexec? Choose another one with --state"
        }
        return ""
    }
}

extension ELFProblem {
    fileprivate var message: String {
        switch self {
        case .notELF: "is no library (no ELF file); build the feature with \"swift build\" and copy its .so there"
        case .otherMachine(let machine):
            "is built for \(machine), this machine is \(ELFMachine.here); build it for \(ELFMachine.here)"
        case .notShared(let kind):
            "is \(Self.kinds[kind] ?? "an ELF file of kind \(kind)"), not a shared library; "
                + "make the product a .library(type: .dynamic)"
        case .damaged(let part): "is damaged: its \(part.noun) cannot be read; build or copy it again"
        }
    }

    private static let kinds: [UInt16: String] = [1: "an object file", 2: "a program", 4: "a core dump"]
}

extension ELFProblem.Part {
    fileprivate var noun: String {
        switch self {
        case .header: "header"
        case .sectionTable: "section table"
        case .sectionNames: "table of section names"
        case .dynamicSection: "dynamic section"
        case .symbolTable: "symbol table"
        case .stamp: "stamp"
        }
    }
}

extension KitStamp.Mismatch {
    fileprivate func message(_ stamp: KitStamp, _ host: KitStamp) -> String {
        switch self {
        case .kitMajor:
            "is built with FeatureKit \(stamp.kit), this host has \(host.kit); "
                + "rebuild it with FeatureKit \(host.kit.major)"
        case .kitMinor:
            "is built with FeatureKit \(stamp.kit), this host has \(host.kit); "
                + "update the host, or rebuild it with FeatureKit \(host.kit)"
        case .compiler:
            "is built with Swift \(stamp.compiler), this host with \(host.compiler); "
                + "rebuild it with Swift \(host.compiler)"
        }
    }
}

extension ShapeClash {
    fileprivate var message: String {
        let subject =
            switch part {
            case .message: "topic \"\(name)\""
            case .request: "the request of route \"\(name)\""
            case .reply: "the reply of route \"\(name)\""
            }
        let place = difference.path.isRoot ? "" : "at \(difference.path), "
        return "\(subject) has another Shape in \"\(feature)\" than in \"\(other)\": \(place)"
            + "\"\(feature)\" says \(difference.left), \"\(other)\" says \(difference.right); "
            + "make both the same and build again"
    }
}

extension Contract.Role {
    fileprivate var verb: String {
        switch self {
        case .publishes: "publishes"
        case .reads: "reads"
        case .serves: "serves"
        case .requests: "requests"
        case .keeps: "keeps"
        case .evaluates: "evaluates"
        @unknown default: "declares"
        }
    }
}

extension [String] {
    /// `a, b and c`.
    fileprivate var inWords: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
