internal import HostSystem

/// What is written for a new feature; everything is checked before, and nothing is left of what fails.
package struct ScaffoldPlan: Sendable {
    /// A file of the package, by its path in it.
    package struct File: Sendable, Equatable {
        package let path: String
        package let text: String
        /// What it is for.
        package let purpose: String
    }

    /// What becomes of the list of features that are built with the host.
    package enum Listing: Sendable, Equatable {
        /// There is none outside of a checkout.
        case none
        /// The manifest's path and its new text.
        case added(to: String, text: String)
        /// The manifest's path; its list could not be understood.
        case byHand(in: String)
    }

    package let name: FeatureName
    /// The absolute folder that the package gets.
    package let folder: String
    package let files: [File]
    /// What its author does next, each with its purpose.
    package let commands: [(line: String, purpose: String)]
    package let listing: Listing
    /// Where the kit lies that it is built with.
    package let kit: Kit
    /// The checkout that it becomes a part of.
    package let checkout: Checkout?

    /// Plans a feature.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - folder: The absolute folder in which somebody asked for it: in a checkout it becomes a part of that,
    ///     elsewhere it is made there.
    ///   - program: The path of the program, which the kit came with.
    ///   - kit: The absolute folder of another kit, which is used wherever somebody asks.
    ///   - isLong: Whether it begins as the longer example.
    package init(
        _ name: FeatureName, in folder: String, program: String, kit: String?, isLong: Bool
    ) throws(ScaffoldProblem) {
        self.name = name
        checkout = kit == nil ? Checkout.above(folder) : nil
        self.kit = try Self.kit(asked: kit, checkout, program)
        self.folder = Path.join(checkout?.plugins ?? folder, name.type)
        guard !Disk.exists(self.folder) else { throw .exists(self.folder) }
        if let checkout { listing = try Self.listing(of: name, in: checkout) } else { listing = .none }
        let place = checkout == nil ? FeatureTemplate.Place.outside(kit: self.kit.folder) : .checkout
        let template = FeatureTemplate(name: name, place: place, isLong: isLong)
        (files, commands) = (template.files, template.commands)
    }

    private static func kit(
        asked: String?, _ checkout: Checkout?, _ program: String
    ) throws(ScaffoldProblem) -> Kit {
        if let asked {
            guard let kit = Kit(in: asked) else { throw .noKit(asked: asked) }
            return kit
        }
        guard let kit = checkout.flatMap({ Kit(in: $0.sources) }) ?? Kit.shipped(with: program) else {
            throw .noShippedKit(Path.folder(of: program))
        }
        return kit
    }

    private static func listing(
        of name: FeatureName, in checkout: Checkout
    ) throws(ScaffoldProblem) -> Listing {
        if let other = try checkout.features()[name.id] { throw .idTaken(name.id, by: "Plugins/\(other)") }
        let manifest = try Disk.text(of: checkout.manifest)
        // A package is known by the last word of its path, whatever its letters' case; two of one name are refused.
        let quoted = manifest.split(separator: "\"").map { Path.name(of: String($0)).lowercased() }
        guard !quoted.contains(name.type.lowercased()) else { throw .nameTaken(name.type, in: checkout.manifest) }
        guard Path.name(of: checkout.root).lowercased() != name.type.lowercased() else {
            throw .isTheCheckout(name.type, root: checkout.root)
        }
        guard let list = FeatureList(in: manifest) else { return .byHand(in: checkout.manifest) }
        return .added(to: checkout.manifest, text: list.adding(name.type))
    }

    /// Writes it: the package as a whole first, and then its name into the list.
    package func carryOut() throws(ScaffoldProblem) {
        let parent = Path.folder(of: folder)
        var made: String?
        do throws(SystemError) {
            let new = try Disk.makeFolder(like: Path.join(parent, ".\(name.type).new-"))
            made = new
            for file in files {
                let path = Path.join(new, file.path)
                try Disk.makeFolders(to: path, below: new)
                try Disk.write(file.text, to: path)
            }
            try Disk.move(new, to: folder)
            made = folder
            if case .added(let manifest, let text) = listing { try Disk.replace(manifest, with: text) }
        } catch {
            if let made { Disk.removeTree(made) }
            throw .unwritable(folder, error)
        }
    }
}
