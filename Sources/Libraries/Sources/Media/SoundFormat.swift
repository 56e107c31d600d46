/// The formats of sounds, told by their first bytes.
public enum SoundFormat: String, Sendable {
    case mp3 = "audio/mpeg"
    case wav = "audio/wav"
    case ogg = "audio/ogg"
    case mp4 = "audio/mp4"

    /// The ending of a file's name.
    public var ending: String {
        switch self {
        case .mp3: "mp3"
        case .wav: "wav"
        case .ogg: "ogg"
        case .mp4: "m4a"
        }
    }

    /// The format that bytes begin as; nil for none of these.
    public init?(_ bytes: [UInt8]) {
        func has(_ text: String, at start: Int) -> Bool { bytes.dropFirst(start).starts(with: text.utf8) }
        if has("RIFF", at: 0), has("WAVE", at: 8) {
            self = .wav
        } else if has("OggS", at: 0) {
            self = .ogg
        } else if has("ftyp", at: 4) {
            self = .mp4
        } else if has("ID3", at: 0) || bytes.count > 3 && bytes[0] == 0xFF && bytes[1] & 0xE6 == 0xE2 {
            // A frame of MPEG's third layer begins with eleven set bits.
            self = .mp3
        } else {
            return nil
        }
    }
}
