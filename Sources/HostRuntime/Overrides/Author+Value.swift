package import FeatureKit

extension Author {
    /// Who it was, as operators read it: `by` and `uid`, and for a token `token` and `from` as well.
    package var value: Members { members(name: "by", showingNone: true) }

    /// The same as it is written down; see `WrittenAuthor`.
    ///
    /// - Parameter key: What stands before the name.
    func written(as key: String) -> Members { members(name: key, showingNone: false) }

    private func members(name key: String, showingNone: Bool) -> Members {
        var members = Members([(key, .text(name))])
        switch way {
        case .localSocket(let user): members["uid"] = .integer(Int64(user))
        case .token(let id, let address):
            if showingNone { members["uid"] = .null }
            members["token"] = .text(id)
            members["from"] = .text(address)
        }
        return members
    }

    /// As fields of the log.
    var fields: [(String, String)] {
        switch way {
        case .localSocket(let user): [("by", name), ("uid", "\(user)")]
        case .token(let id, let address): [("by", name), ("token", id), ("from", address)]
        }
    }

    /// Who it was, of what was written down.
    init(name: String, uid: UInt32?, token: String?, from: String?) {
        self.init(name: name, way: token.map { .token(id: $0, address: from ?? "") } ?? .localSocket(user: uid ?? 0))
    }

    /// What stands beside the name where authors are written down.
    static let writtenFields = [
        Field("uid", .integer(in: 0...Int64(UInt32.max)), "The number of that user.", optional: true),
        Field("token", .text(length: 0...256), "The public part of their token.", optional: true),
        Field("from", .text(length: 0...256), "The address that they came from.", optional: true),
    ]
}
