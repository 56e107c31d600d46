internal import CQREncode
internal import Glibc
internal import Media

/// A QR code (ISO 18004) of a text.
public struct QRCode: Equatable, Sendable {
    /// How much of a code may be covered or damaged.
    public enum Correction: Sendable {
        /// 7 %, 15 %, 25 % and 30 %.
        case low, medium, quartile, high
    }

    /// Why a text has no code.
    public enum Problem: Error, Equatable, CustomStringConvertible {
        /// It is empty, or has a NUL.
        case text
        case tooLong
        case noMemory

        /// What is wrong, in a sentence.
        public var description: String {
            switch self {
            case .text: "a text in a QR code must not be empty or have a NUL"
            case .tooLong: "the text is too long for a QR code"
            case .noMemory: "there is not enough memory for a QR code"
            }
        }
    }

    /// The dark modules, line by line.
    public let isDark: [Bool]
    /// How many modules it has in each direction.
    public let width: Int

    /// Encodes a text in as few modules as it needs.
    public init(_ text: String, _ correction: Correction = .medium) throws(Problem) {
        guard !text.isEmpty, !text.utf8.contains(0) else { throw .text }
        let level =
            switch correction {
            case .low: QR_ECLEVEL_L
            case .medium: QR_ECLEVEL_M
            case .quartile: QR_ECLEVEL_Q
            case .high: QR_ECLEVEL_H
            }
        guard let code = unsafe QRcode_encodeString(text, 0, level, QR_MODE_8, 1) else {
            throw errno == ERANGE ? .tooLong : .noMemory
        }
        defer { unsafe QRcode_free(code) }
        width = Int(unsafe code.pointee.width)
        isDark = unsafe UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
    }

    /// The code as a PNG, dark on white with the margin of four modules that readers need; nil where it would be too large.
    ///
    /// - Parameter scale: How many pixels a module has in each direction.
    public func png(scale: Int = 8) -> [UInt8]? {
        let margin = 4
        guard 1...100 ~= scale else { return nil }
        let side = (width + 2 * margin) * scale
        var pixels = [UInt8](repeating: 0xFF, count: side * side)
        for y in 0..<width * scale {
            for x in 0..<width * scale where isDark[y / scale * width + x / scale] {
                pixels[(y + margin * scale) * side + x + margin * scale] = 0
            }
        }
        return PNG.bytes(pixels, .grey, width: side, height: side)
    }

    /// The code as an SVG, dark on white with the margin of four modules that readers need.
    public var svg: String {
        let side = width + 8
        var path = ""
        for y in 0..<width {
            for x in 0..<width where isDark[y * width + x] { path += "M\(x + 4) \(y + 4)h1v1h-1z" }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <rect width="\(side)" height="\(side)" fill="#fff"/><path d="\(path)"/></svg>
            """
    }
}
