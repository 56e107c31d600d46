import Glibc
import HTTPServer
import Harness
import RequestReading

/// Any bytes are read the same way however they are cut, and nothing that is read lies outside of them.
@main enum Request {
    static func main() { exit(fuzz(read)) }
}

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var cuts = Cuts(bytes)
    let limits = cuts.limits()
    let whole = Reading.of(bytes, cutAt: [], limits: limits)
    require(whole.broken == nil, whole.broken ?? "")
    check(whole, bytes, cutAt: cuts.some(), limits)
    if count <= 256 { check(whole, bytes, cutAt: Array(0..<count), limits) }
    return 0
}

private func check(_ whole: Reading, _ bytes: [UInt8], cutAt cuts: [Int], _ limits: ServerLimits) {
    require(whole.isSame(as: .of(bytes, cutAt: cuts, limits: limits)), "cut at \(cuts) it is read otherwise")
}

/// Where the bytes are cut and how much may be read: drawn from the bytes, so that an input stays a plain request.
private struct Cuts {
    private let count: Int
    private var state: UInt64

    init(_ bytes: [UInt8]) {
        count = bytes.count
        state = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Half of the inputs meet limits that they can reach.
    mutating func limits() -> ServerLimits {
        var limits = ServerLimits()
        guard draw(below: 2) == 0 else { return limits }
        limits.headBytes = 64 + draw(below: 256)
        limits.headFields = 1 + draw(below: 6)
        limits.targetBytes = 1 + draw(below: 64)
        limits.bodyBytes = draw(below: 64)
        return limits
    }

    mutating func some() -> [Int] {
        (0...draw(below: 8)).map { _ in draw(below: count + 1) }.sorted()
    }

    private mutating func draw(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}
