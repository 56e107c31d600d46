/// What the bytes of a picture say of themselves.
///
/// The first bytes decide which format it is; whatever it was called does not. Then its parts are walked along, as far as it takes to
/// know its size and that its end is there: that is, what was cut off on the way is noticed. Pixels are not decoded, and what
/// comes after the end is not looked at; hosts send pictures with `nosniff`, so nothing takes that for anything else.
struct PictureHead: Equatable {
    enum Format: String, CaseIterable, Sendable {
        case png = "image/png"
        case jpeg = "image/jpeg"
        case webp = "image/webp"

        var name: String {
            switch self {
            case .png: "PNG"
            case .jpeg: "JPEG"
            case .webp: "WebP"
            }
        }
    }

    /// What is wrong with it.
    enum Damage: Error, Equatable {
        /// It is too short for what it says, or broken in between.
        case hasNoEnd
        case hasNoSize
    }

    let format: Format
    let width: Int64
    let height: Int64
}

extension PictureHead.Format {
    /// The format that the first bytes are the signature of.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if Octets(bytes).word(at: 0) == "RIFF", Octets(bytes).word(at: 8) == "WEBP" {
            self = .webp
        } else {
            return nil
        }
    }

    /// Whether a media type says that it is something else; some that are sent say nothing.
    func contradicts(_ type: String) -> Bool {
        switch type.lowercased() {
        case rawValue, "application/octet-stream", "image/*": false
        case "image/jpg": self != .jpeg
        default: true
        }
    }
}

extension PictureHead {
    /// Reads a picture whose format is known.
    init(_ bytes: [UInt8], _ format: Format) throws(Damage) {
        let octets = Octets(bytes)
        let size =
            switch format {
            case .png: try octets.sizeOfPNG()
            case .jpeg: try octets.sizeOfJPEG()
            case .webp: try octets.sizeOfWebP()
            }
        self.init(format: format, width: Int64(size.width), height: Int64(size.height))
    }
}
