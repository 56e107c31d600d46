internal import FeatureKit

extension HostDocument {
    /// Every secret that it refers to, wherever it does, as far as it can be had: what no report may hold.
    ///
    /// No feature has to be known for that.
    package func secrets(in store: SecretStore) -> [String] {
        var found: [String] = []
        for text in texts { text.text.root?.forEachSecret { place in
            guard let reference = SecretReference(place, origin: text.text.origin),
                let secret = try? store.secret(reference)
            else { return }
            found.append(secret.reveal())
        } }
        return found
    }
}

extension Node {
    /// Calls with what stands behind each `secret:`.
    fileprivate func forEachSecret(_ body: (String) -> Void) {
        switch content {
        case .scalar: break
        case .sequence(let nodes): for node in nodes { node.forEachSecret(body) }
        case .mapping(let entries):
            for entry in entries {
                if entry.key == "secret", case .scalar(let scalar) = entry.value.content { body(scalar.raw) }
                entry.value.forEachSecret(body)
            }
        }
    }
}
