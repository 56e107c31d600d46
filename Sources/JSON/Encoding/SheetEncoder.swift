/// Encodes one value onto a sheet.
///
/// Small enough to lie inside an existential.
struct SheetEncoder: Encoder {
    let sheet: EncodingSheet
    let place: EncodingPage.Place

    var codingPath: [any CodingKey] { sheet.edit { $0.path(to: place) } }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        sheet.edit { $0.make(place, .object) }
        return KeyedEncodingContainer(SheetKeyed(sheet: sheet, place: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        sheet.edit { $0.make(place, .list) }
        return SheetUnkeyed(sheet: sheet, place: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension SheetEncoder: SingleValueEncodingContainer {
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
    func encode(_ value: some Encodable) throws { if sheet.edit({ $0.fill(place) }) { try sheet.nest(value) } }

    @inline(__always)
    private func put(_ write: (inout EncodingPage) throws -> Void) rethrows {
        try sheet.edit { page in if page.fill(place) { try write(&page) } }
    }
}
