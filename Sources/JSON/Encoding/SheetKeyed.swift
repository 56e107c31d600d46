/// Encodes the members of a mapping onto a sheet.
struct SheetKeyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let sheet: EncodingSheet
    let place: EncodingPage.Place

    var codingPath: [any CodingKey] { sheet.edit { $0.path(to: place) } }

    func encodeNil(forKey key: Key) { put(key) { $0.writer.writeNull() } }
    func encode(_ value: Bool, forKey key: Key) { put(key) { $0.writer.write(value) } }
    func encode(_ value: String, forKey key: Key) { put(key) { $0.writer.write(value) } }
    func encode(_ value: Double, forKey key: Key) { put(key) { $0.writer.write(value) } }
    func encode(_ value: Float, forKey key: Key) { put(key) { $0.writer.write(Double(value)) } }
    func encode(_ value: Int, forKey key: Key) throws { try put(key) { try $0.whole(value) } }
    func encode(_ value: Int8, forKey key: Key) throws { try put(key) { try $0.whole(value) } }
    func encode(_ value: Int16, forKey key: Key) throws { try put(key) { try $0.whole(value) } }
    func encode(_ value: Int32, forKey key: Key) throws { try put(key) { try $0.whole(value) } }
    func encode(_ value: Int64, forKey key: Key) throws { try put(key) { try $0.whole(value) } }
    func encode(_ value: Int128, forKey key: Key) throws { try put(key) { try $0.whole(value) } }
    func encode(_ value: UInt, forKey key: Key) throws { try put(key) { try $0.whole(value) } }
    func encode(_ value: UInt8, forKey key: Key) throws { try put(key) { try $0.whole(value) } }
    func encode(_ value: UInt16, forKey key: Key) throws { try put(key) { try $0.whole(value) } }
    func encode(_ value: UInt32, forKey key: Key) throws { try put(key) { try $0.whole(value) } }
    func encode(_ value: UInt64, forKey key: Key) throws { try put(key) { try $0.whole(value) } }
    func encode(_ value: UInt128, forKey key: Key) throws { try put(key) { try $0.whole(value) } }
    func encode(_ value: some Encodable, forKey key: Key) throws {
        let name = key.stringValue
        if sheet.edit({ $0.name(name, in: place) }) { try sheet.nest(value) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder("super") }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(key.stringValue) }

    @inline(__always)
    private func put(_ key: Key, _ write: (inout EncodingPage) throws -> Void) rethrows {
        let name = key.stringValue
        try sheet.edit { page in if page.name(name, in: place) { try write(&page) } }
    }

    private func encoder(_ name: String) -> SheetEncoder {
        SheetEncoder(sheet: sheet, place: sheet.edit { $0.name(name, in: place) ? $0.open(.pending) : .none })
    }
}
