import Glibc
import HTTPServer
import Harness

/// Whatever stands in a target or in a field: nothing traps, and what is read is what was meant.
@main enum Fields {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    checkPath(bytes)
    checkQuery(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    if let value = CookieField.value(of: "k", in: text) {
        require(
            value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x2C && $0 != 0x3B && $0 != 0x5C })
        require(CookieField.value(of: "k", in: "a=b; k=\(value)") == value)
    }
    if EntityTag.matches(text, #""k""#) { require(text.holds("*") || text.holds(#""k""#)) }
    if !AcceptField.accepts(text, "text/k") { require(text.holds("/")) }
    if let seconds = Int(text) { require(HTTPDate.bytes(seconds).count == HTTPDate.length) }
    return 0
}

private func checkPath(_ bytes: [UInt8]) {
    guard let segments = TargetPath.segments(bytes.span) else { return }
    require(!segments.contains(".") && !segments.contains(".."))
    require(segments.count == bytes.count { $0 == UInt8(ascii: "/") })
    let again = segments.map { "/" + encoded($0) }.joined()
    require(TargetPath.segments(again.utf8.span) == segments)
}

private func checkQuery(_ bytes: [UInt8]) {
    guard let pairs = TargetQuery.pairs(bytes.span) else { return }
    require(pairs.count <= TargetQuery.mostPairs)
    let again = pairs.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
    require(TargetQuery.pairs(again.utf8.span) == pairs)
}

/// Every byte as an escape: the one way of writing a text that can't be read otherwise.
private func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.map { "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
}

extension String {
    /// Whether these bytes stand somewhere in it, whatever characters they are a part of.
    fileprivate func holds(_ part: String) -> Bool { utf8.contains(part.utf8) }
}
