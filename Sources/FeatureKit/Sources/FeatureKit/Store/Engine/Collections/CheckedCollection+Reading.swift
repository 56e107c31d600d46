@_spi(Hosting) extension CheckedCollection {
    /// A stored document as a feature reads it today; a plain `Value` is what was written, whether it fits or not.
    ///
    /// - Throws: `unreadable` where it does not fit its Shape, after its defaults are filled in.
    public func read<Document: Shaped>(
        _ stored: Value, _ id: String, as type: Document.Type
    ) throws(StoreError) -> Document {
        if let plain = stored as? Document { return plain }
        if Document.readsExactly, let document = try? stored.decoded(as: type) { return document }
        let complete = layout.shape.completed(stored)
        let problems = layout.shape.problems(in: complete)
        guard problems.isEmpty else { throw .unreadable(id, in: name, problems) }
        do { return try complete.decoded(as: type) } catch { throw .unreadable(id, in: name, error) }
    }
}
