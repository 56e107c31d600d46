extension Value {
    /// What a field's default is in plain data; null where the type's own code refuses to write it.
    public init(of data: some Shaped) { self = (try? Value(encoding: data)) ?? .null }
}
