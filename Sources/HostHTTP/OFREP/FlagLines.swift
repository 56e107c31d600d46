import FeatureKit
package import FlagEngine

/// What each flag of a program may be answered with by OFREP.
///
/// Everything that can be known before somebody asks is written down once; an answer is put together of its parts.
package struct FlagLines: Sendable {
    /// A part of `bytes`.
    private struct Part {
        let start: UInt32
        let end: UInt32
    }

    /// A flag's parts.
    private struct Entry {
        /// Up to its reason: `{"key":"banner","reason":"`.
        let head: Part
        /// What follows the reason where it holds nothing: `","variant":"","metadata":{…}}`.
        let bare: Part
        /// The first of its variants' parts, which lie side by side.
        let variants: Int
        /// From its key to before its error's code: `{"key":"banner","errorCode":"`.
        let failed: Part
    }

    private let program: FlagProgram
    private let bytes: [UInt8]
    private let entries: [Entry]
    /// What follows the reason for a variant: `","variant":"on","value":true,"metadata":{…}}`.
    private let variants: [Part]

    /// More than the lines of most callers take together.
    var usualSize: Int { bytes.count &+ entries.count * 16 }

    package init(_ program: FlagProgram) {
        var bytes: [UInt8] = []
        var entries: [Entry] = []
        var variants: [Part] = []
        func add(_ pieces: String...) -> Part {
            let start = bytes.count
            for piece in pieces { bytes += piece.utf8 }
            return Part(start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: bytes.count))
        }
        for flag in program.flags {
            let key = Value.text(flag.key).json
            let end = #","metadata":\#(Value.object(flag.metadata).json)}"#
            let head = add(#"{"key":\#(key),"reason":""#)
            let failed = add(#"{"key":\#(key),"errorCode":""#)
            entries.append(
                Entry(head: head, bare: add(#"","variant":"""#, end), variants: variants.count, failed: failed))
            for variant in flag.variants {
                let name = Value.text(variant.name).json
                variants.append(add(#"","variant":\#(name),"value":\#(flag.kind.json(variant.value))"#, end))
            }
        }
        self.program = program
        self.bytes = bytes
        self.entries = entries
        self.variants = variants
    }

    /// Adds what a flag holds.
    @inline(__always)
    package func write(_ evaluation: Evaluation, to body: inout [UInt8]) {
        let entry = entries[evaluation.flag]
        guard evaluation.error == nil else { return writeFailure(evaluation, to: &body) }
        add(entry.head, to: &body)
        // So short a text has its bytes in itself.
        var reason = evaluation.reason.rawValue
        reason.withUTF8 { unsafe body.append(contentsOf: $0) }
        guard let variant = evaluation.variant else { return add(entry.bare, to: &body) }
        add(variants[entry.variants &+ variant], to: &body)
    }

    @inline(never)
    private func writeFailure(_ evaluation: Evaluation, to body: inout [UInt8]) {
        let error = evaluation.error ?? .general
        add(entries[evaluation.flag].failed, to: &body)
        body += #"\#(error.rawValue)","errorDetails":"#.utf8
        body += Value.text(error.details(about: program.flags[evaluation.flag].key)).json.utf8
        body.append(UInt8(ascii: "}"))
    }

    @inline(__always)
    private func add(_ part: Part, to body: inout [UInt8]) {
        body.append(contentsOf: bytes[Int(part.start)..<Int(part.end)])
    }
}

extension FlagKind {
    /// A value as clients need it: what is a number with a fraction shows one, since some tell types by that.
    fileprivate func json(_ value: Value) -> String {
        guard self == .float, case .integer(let whole) = value else { return value.json }
        return Value.number(Double(whole)).json
    }
}
