/// One thing that is wrong with a collection's declaration; all wording of them stands here.
enum LayoutProblem: CustomStringConvertible {
    case noName
    case reservedName
    case kitsName
    case noObject(Shape)
    case secret(String)
    case tooManyIndexes(Int)
    case empty(StoreIndex)
    case tooManyFields(StoreIndex, Int)
    case fieldTwice(StoreIndex, FieldKey)
    case repeated(StoreIndex)
    case noField(StoreIndex, String, hint: String?)
    case unsuited(StoreIndex, String, Shape, wanted: String)
    case noPerson(String, hint: String?)
    case personIsNoText(String, Shape)
    case personStays(String)

    var description: String {
        switch self {
        case .noName:
            """
            its name must be lower case letters, digits and dashes that start with a letter, \
            \(StoreLimits.nameBytes) at most
            """
        case .reservedName: "its name stands for the feature's blobs"
        case .kitsName: "names that begin with \"\(KitCollection.prefix)\" are the kit's own"
        case .noObject(let shape): "its documents must be mappings, not \(shape.inWords)"
        case .secret(let place): "\"\(place.drop { $0 == "." })\" is a secret, which is never written down"
        case .tooManyIndexes(let count): "it has \(count) indexes; the most is \(StoreLimits.indexes)"
        case .empty(let index): "\(index) has no field"
        case .tooManyFields(let index, let count):
            "\(index) has \(count) fields; the most is \(StoreLimits.indexFields)"
        case .fieldTwice(let index, let field): "\(index) has \(field) twice"
        case .repeated(let index): "\(index) is there already"
        case .noField(let index, let path, let hint):
            "\(index): there is no \"\(path)\"" + (hint.map { "; did you mean \"\($0)\"?" } ?? "")
        case .unsuited(let index, let path, let shape, let wanted):
            "\(index): \"\(path)\" must be \(wanted), not \(shape.inWords)"
        case .noPerson(let field, let hint):
            "person: there is no \"\(field)\"" + (hint.map { "; did you mean \"\($0)\"?" } ?? "")
        case .personIsNoText(let field, let shape): "person: \"\(field)\" must be a text, not \(shape.inWords)"
        case .personStays(let field): "person: \"\(field)\" must be optional, or erasing can't take it out"
        }
    }
}
