internal import HostSystem

/// The files of a new module; everything is checked before writing, and a failure leaves nothing behind.
package struct ScaffoldPlan: Sendable {
    /// A file of the package, by its path in the package.
    package struct File: Sendable, Equatable {
        package let path: String
        package let text: String
        /// Its purpose.
        package let purpose: String
    }

    /// The change of the list of modules that are built with the host.
    package enum Listing: Sendable, Equatable {
        /// Outside of a checkout there is no list.
        case none
        /// The manifest's path and its new text.
        case added(to: String, text: String)
        /// The list in the manifest at this path could not be parsed.
        case byHand(in: String)
    }

    package let name: FeatureName
    /// The absolute folder of the new package.
    package let folder: String
    package let files: [File]
    /// The author's next steps, each with its purpose.
    package let commands: [(line: String, purpose: String)]
    package let listing: Listing
    /// The path of the kit that it is built with.
    package let kit: Kit
    /// The checkout in which it is made; nil outside of one.
    package let checkout: Checkout?

    /// Plans a module.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - folder: The absolute working folder; inside a checkout the module becomes a part of it, elsewhere it is made
    ///     there.
    ///   - program: The path of the program, beside which the kit was installed.
    ///   - kit: The absolute folder of another kit to use instead.
    ///   - isLong: Whether it starts from the longer example.
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
        // SwiftPM identifies a package by the last part of its path in any case, and refuses two with the same
        // identity.
        let quoted = manifest.split(separator: "\"").map { Path.name(of: String($0)).lowercased() }
        guard !quoted.contains(name.type.lowercased()) else { throw .nameTaken(name.type, in: checkout.manifest) }
        guard Path.name(of: checkout.root).lowercased() != name.type.lowercased() else {
            throw .isTheCheckout(name.type, root: checkout.root)
        }
        guard let list = FeatureList(in: manifest) else { return .byHand(in: checkout.manifest) }
        return .added(to: checkout.manifest, text: list.adding(name.type))
    }

    /// Writes the package, and then adds its name to the list.
    package func perform() throws(ScaffoldProblem) {
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
