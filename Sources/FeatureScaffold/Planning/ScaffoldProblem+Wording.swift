extension ScaffoldProblem: CustomStringConvertible {
    /// The problem as its reader is told.
    package var description: String {
        switch self {
        case .exists(let path): "\(path) is there already; nothing was written"
        case .idTaken(let id, let feature): "the id \"\(id)\" is that of \(feature); choose another name"
        case .nameTaken(let name, let manifest): "\(manifest) names \"\(name)\" already; choose another name"
        case .isTheCheckout(let name, let root):
            "\"\(name)\" is what the package in \(root) is called, after its folder; choose another name"
        case .noKit(let folder):
            "\(folder) holds no kit: FeatureKit and FeatureTestKit, as `make dist` puts them into dist/flagstand/kit"
        case .noShippedKit(let folder):
            "there is no kit beside the program, in \(folder)/\(Kit.shipped); say where it is: --kit DIR"
        case .unreadable(let path, let error): "\(path) can't be read: \(error)"
        case .unwritable(let path, let error): "\(path) can't be written: \(error); nothing was made"
        }
    }
}
