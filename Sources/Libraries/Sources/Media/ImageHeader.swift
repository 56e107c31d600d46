/// What the bytes of an image say of it: its format and its size in pixels.
///
/// The first bytes decide which format it is. Then its parts are walked along to its size and its end, so that a file that
/// was cut off is noticed. Pixels are not decoded, and what comes after the end is not looked at.
public struct ImageHeader: Equatable, Sendable {
    /// A format that is read.
    public enum Format: String, CaseIterable, Sendable {
        /// PNG (third edition).
        case png = "image/png"
        /// JPEG (ITU-T T.81).
        case jpeg = "image/jpeg"
        /// WebP (RFC 9649).
        case webp = "image/webp"

        /// What people call it.
        public var name: String {
            switch self {
            case .png: "PNG"
            case .jpeg: "JPEG"
            case .webp: "WebP"
            }
        }

        /// The format whose signature the bytes begin with; nil where it is none of these.
        public init?(_ bytes: [UInt8]) {
            if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                self = .png
            } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
                self = .jpeg
            } else if ByteReader(bytes).word(at: 0) == "RIFF", ByteReader(bytes).word(at: 8) == "WEBP" {
                self = .webp
            } else {
                return nil
            }
        }

        /// Whether a media type says that it is another format; `image/*` and `application/octet-stream` say nothing.
        public func contradicts(_ type: String) -> Bool {
            switch type.lowercased() {
            case rawValue, "application/octet-stream", "image/*": false
            case "image/jpg": self != .jpeg
            default: true
            }
        }
    }

    /// Why an image can't be read.
    public enum Damage: Error, Equatable, Sendable {
        /// It was cut off, or is broken before its end.
        case hasNoEnd
        /// It does not say how large it is.
        case hasNoSize
    }

    /// The format.
    public let format: Format
    /// How many pixels it is wide.
    public let width: Int
    /// How many pixels it is high.
    public let height: Int

    /// Reads an image whose format is known.
    public init(_ bytes: [UInt8], _ format: Format) throws(Damage) {
        let reader = ByteReader(bytes)
        let size =
            switch format {
            case .png: try reader.sizeOfPNG()
            case .jpeg: try reader.sizeOfJPEG()
            case .webp: try reader.sizeOfWebP()
            }
        (self.format, width, height) = (format, size.width, size.height)
    }
}
