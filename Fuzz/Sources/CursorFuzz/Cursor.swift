@_spi(Hosting) import FeatureKit
import Glibc
import Harness

/// Any text is a cursor of a query or is refused, and what is read is written the same again; any text folds, and what
/// is folded stays as it is.
@main enum CursorHarness {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes, as: UTF8.self)
    check(text)
    var seed = Seed(bytes)
    let keys = (0..<2).map { _ in key(&seed) }
    let place = CheckedQuery.Place(keys: keys, id: seed.text(words))
    let cursor = needed("query") { query(after: nil) }.cursor(after: place)
    require(comesBack(cursor, as: place), "\(place) does not come back")

    var letters = Array(cursor.description.utf8)
    for _ in 0...seed.below(4) where !letters.isEmpty { letters[seed.below(letters.count)] ^= seed.byte() }
    check(String(decoding: letters, as: UTF8.self))

    let folded = FoldedText.fold(text)
    require(FoldedText.fold(folded).utf8.elementsEqual(folded.utf8), "\(text) folds twice")
    require(!folded.utf8.contains { $0 < 0x20 }, "\(text) folds to a control character")
    return 0
}

private let words = ["", "a", "é", "e\u{301}", "😀", "\0", "zz"]

private func check(_ text: String) {
    guard let query = query(after: PageCursor(text)), let place = query.start else { return }
    require(query.cursor(after: place).description == text, "\(text) is written otherwise")
    let entry = DocumentEntry(id: "a", keys: [.integer(1), .text("b")], parts: [], points: [])
    _ = query.page(among: [entry])
}

private func comesBack(_ cursor: PageCursor, as place: CheckedQuery.Place) -> Bool {
    query(after: cursor)?.start == place
}

private func key(_ seed: inout Seed) -> StoreKey {
    switch seed.scalar(words) {
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .text(let text): .text(text)
    default: .null
    }
}

private func query(after cursor: PageCursor?) -> CheckedQuery? {
    let order = StoreOrder.by("number").then(.descending(by: "text"))
    return try? CheckedQuery(of: collection, where: [], order: order, limit: 10, after: cursor)
}

private let collection: CheckedCollection = {
    let shape = Shape.object([Field("number", .number(), "A number."), Field("text", .text(), "A text.")])
    let layout = CollectionLayout(name: "things", shape: shape, indexes: [.on("number", "text")])
    return needed("collection") { try CheckedCollection(layout, of: "fuzz") }
}()
