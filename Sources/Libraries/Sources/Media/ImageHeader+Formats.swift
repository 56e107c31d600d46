extension ByteReader {
    typealias Size = (width: Int, height: Int)

    /// PNG: chunks of a length, four letters, content and a checksum of four bytes.
    func sizeOfPNG() throws(ImageHeader.Damage) -> Size {
        guard big(at: 8, count: 4) == 13, word(at: 12) == "IHDR", let width = big(at: 16, count: 4),
            let height = big(at: 20, count: 4)
        else { throw .hasNoSize }
        var (chunk, hasPixels) = (8, false)
        while let length = big(at: chunk, count: 4), let name = word(at: chunk + 4), chunk + 12 + length <= count {
            if name == "IEND", hasPixels { return (width, height) }
            hasPixels = hasPixels || name == "IDAT"
            chunk += 12 + length
        }
        throw .hasNoEnd
    }

    /// JPEG (annex B): segments of a marker and mostly a length, one of which has the size.
    ///
    /// Once the first scan begins only the end marker is looked for, which never occurs among pixels.
    func sizeOfJPEG() throws(ImageHeader.Damage) -> Size {
        var (place, size) = (2, Size?.none)
        while self[place] == 0xFF, let marker = self[place + 1] {
            switch marker {
            case 0xFF:
                // Fill bytes may come before a marker.
                place += 1
                continue
            case 0x01, 0xD0...0xD8:
                place += 2
                continue
            case 0xD9: throw .hasNoEnd
            default: break
            }
            guard let length = big(at: place + 2, count: 2), length >= 2 else { throw .hasNoEnd }
            switch marker {
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF:
                guard length >= 8, let height = big(at: place + 5, count: 2), let width = big(at: place + 7, count: 2)
                else { throw .hasNoSize }
                size = (width, height)
            case 0xDA:
                guard let size else { throw .hasNoSize }
                guard ends(after: place + 2 + length, with: (0xFF, 0xD9)) else { throw .hasNoEnd }
                return size
            default: break
            }
            place += 2 + length
        }
        throw .hasNoEnd
    }

    /// Whether a mark comes after a place; it is looked for from the end, where it mostly is.
    private func ends(after start: Int, with mark: (Int, Int)) -> Bool {
        var place = count - 2
        while place >= start {
            if self[place] == mark.0, self[place + 1] == mark.1 { return true }
            place -= 1
        }
        return false
    }

    /// WebP: a RIFF file of chunks of four letters, a length and content, padded to an even length.
    func sizeOfWebP() throws(ImageHeader.Damage) -> Size {
        guard let length = little(at: 4, count: 4), 8 + length <= count else { throw .hasNoEnd }
        let file = ByteReader(bytes, upTo: 8 + length)
        guard let first = file.word(at: 12), let content = file.little(at: 16, count: 4) else { throw .hasNoSize }
        guard 20 + content <= file.count else { throw .hasNoEnd }
        switch first {
        case "VP8 ":
            guard content >= 10, let frame = file[20], frame & 1 == 0, file.big(at: 23, count: 3) == 0x9D_01_2A,
                let width = file.little(at: 26, count: 2), let height = file.little(at: 28, count: 2)
            else { throw .hasNoSize }
            // The two highest bits are the scale.
            return (width & 0x3FFF, height & 0x3FFF)
        case "VP8L":
            guard content >= 5, file[20] == 0x2F, let bits = file.little(at: 21, count: 4) else { throw .hasNoSize }
            return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case "VP8X":
            guard content >= 10, let width = file.little(at: 24, count: 3), let height = file.little(at: 27, count: 3)
            else { throw .hasNoSize }
            guard file.hasWebPFrame(from: 20 + content + content % 2) else { throw .hasNoEnd }
            return (width + 1, height + 1)
        default: throw .hasNoSize
        }
    }

    /// Whether a whole chunk with pixels follows, among any others.
    private func hasWebPFrame(from start: Int) -> Bool {
        var chunk = start
        while let name = word(at: chunk), let length = little(at: chunk + 4, count: 4), chunk + 8 + length <= count {
            if name == "VP8 " || name == "VP8L" || name == "ANMF" { return true }
            chunk += 8 + length + length % 2
        }
        return false
    }
}
