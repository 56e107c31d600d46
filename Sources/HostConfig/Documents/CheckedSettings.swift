package import FeatureKit

/// A feature's settings, complete, with its secrets kept apart so that nothing that is printed holds one.
package struct CheckedSettings: Sendable, Equatable {
    /// The settings, with references where secrets belong.
    package let value: Value
    private let secrets: [ValuePath: Secret]

    init(value: Value, secrets: [ValuePath: Secret]) {
        self.value = value
        self.secrets = secrets
    }

    /// The secrets themselves, for those who keep them out of what is written.
    var hidden: [Secret] { Array(secrets.values) }

    /// A sentence about the settings without the secrets that it may repeat.
    package func hidingSecrets(in sentence: String) -> String {
        secrets.values.map { $0.reveal() }.filter { !$0.isEmpty }
            .reduce(sentence) { $0.replacing($1, with: Secret.redacted) }
    }

    /// The settings as they may be shown: not even where a secret is kept.
    package var redacted: Value {
        secrets.keys.reduce(value) { value, path in value.replacing(path.steps[...], by: .text(Secret.redacted)) }
    }

    /// The settings as the feature gets them, with the secrets in place; keep them away from logs and replies.
    package func revealed() -> Value {
        secrets.reduce(value) { value, secret in
            value.replacing(secret.key.steps[...], by: .text(secret.value.reveal()))
        }
    }
}

extension Value {
    fileprivate func replacing(_ path: ArraySlice<ValuePath.Step>, by part: Value) -> Value {
        switch (path.first, self) {
        case (nil, _): return part
        case (.member(let name), .object(var members)):
            members[name] = members[name]?.replacing(path.dropFirst(), by: part)
            return .object(members)
        case (.element(let index), .list(var list)) where list.indices.contains(index):
            list[index] = list[index].replacing(path.dropFirst(), by: part)
            return .list(list)
        default: return self
        }
    }
}
