/// A field of stored documents that this build can't read as an earlier version wrote it.
package struct LostField: Sendable, Equatable {
    package enum Loss: Sendable, Equatable {
        case gone
        /// It is required and was not there before, or not always.
        case required(wasThere: Bool)
        case retyped(from: String, to: String)
        case narrowed(from: String, to: String)
    }

    package let collection: String
    /// The names that lead to the field; elements of lists and mappings have none.
    package let path: [String]
    package let loss: Loss

    /// What is wrong, and what to write.
    package var message: String {
        let field = "\"\(path.joined(separator: "."))\""
        let migration = "a migration that changes \"\(path[0])\""
        let name = "\"\(path.last ?? "")\""
        return switch loss {
        case .gone:
            "stored documents of \"\(collection)\" have the field \(field), which this build has not; write "
                + "@Was(\(name)) on the field that is in its place, or \(migration)"
        case .required(wasThere: false):
            "stored documents of \"\(collection)\" lack the field \(field), which this build requires; give it a "
                + "default, make it optional, or write \(migration)"
        case .required(wasThere: true):
            "stored documents of \"\(collection)\" may lack the field \(field), which this build requires; keep it "
                + "optional, or write \(migration)"
        case .retyped(let old, let new):
            "stored documents of \"\(collection)\" have \(old) in the field \(field), where this build takes \(new); "
                + "write \(migration)"
        case .narrowed(let old, let new):
            "stored documents of \"\(collection)\" have \(old) in the field \(field), where this build takes only "
                + "\(new); keep the wider bounds, or write \(migration)"
        }
    }
}
