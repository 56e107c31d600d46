/// Encodes the elements of a list onto a sheet.
struct SheetUnkeyed: UnkeyedEncodingContainer {
    let sheet: EncodingSheet
    let place: EncodingPage.Place

    var codingPath: [any CodingKey] { sheet.edit { $0.path(to: place) } }
    var count: Int { sheet.edit { $0.count(in: place) } }

    func encodeNil() { put { $0.writer.writeNull() } }
    func encode(_ value: Bool) { put { $0.writer.write(value) } }
    func encode(_ value: String) { put { $0.writer.write(value) } }
    func encode(_ value: Double) { put { $0.writer.write(value) } }
    func encode(_ value: Float) { put { $0.writer.write(Double(value)) } }
    func encode(_ value: Int) throws { try put { try $0.whole(value) } }
    func encode(_ value: Int8) throws { try put { try $0.whole(value) } }
    func encode(_ value: Int16) throws { try put { try $0.whole(value) } }
    func encode(_ value: Int32) throws { try put { try $0.whole(value) } }
    func encode(_ value: Int64) throws { try put { try $0.whole(value) } }
    func encode(_ value: Int128) throws { try put { try $0.whole(value) } }
    func encode(_ value: UInt) throws { try put { try $0.whole(value) } }
    func encode(_ value: UInt8) throws { try put { try $0.whole(value) } }
    func encode(_ value: UInt16) throws { try put { try $0.whole(value) } }
    func encode(_ value: UInt32) throws { try put { try $0.whole(value) } }
    func encode(_ value: UInt64) throws { try put { try $0.whole(value) } }
    func encode(_ value: UInt128) throws { try put { try $0.whole(value) } }
    func encode(_ value: some Encodable) throws { if sheet.edit({ $0.element(in: place) }) { try sheet.nest(value) } }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }

    func superEncoder() -> any Encoder { encoder }

    private var encoder: SheetEncoder {
        SheetEncoder(sheet: sheet, place: sheet.edit { $0.element(in: place) ? $0.open(.pending) : .none })
    }

    @inline(__always)
    private func put(_ write: (inout EncodingPage) throws -> Void) rethrows {
        try sheet.edit { page in if page.element(in: place) { try write(&page) } }
    }
}
