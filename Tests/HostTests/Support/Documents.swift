import Foundation
import TestSupport

extension TestFolder {
    /// A folder whose document says that both built-in features run.
    static func withDocument() throws -> TestFolder {
        let folder = try TestFolder()
        try folder.write("plugins.yaml", document())
        return folder
    }

    /// A document about both built-in features.
    ///
    /// - Parameters:
    ///   - ble: Whether `ble` is on.
    ///   - lines: What else stands in it.
    static func document(ble: Bool = true, _ lines: String...) -> String {
        """
        features:
          ble:
            enabled: \(ble)
            settings: { captures: [{ file: \(Built.tree)/samples/lap.btsnoop, repeat: true }], trust: anyone }
          track: {}

        """ + lines.map { $0 + "\n" }.joined()
    }

    /// Lets a name lead to another one.
    func link(_ name: String, to aim: String) throws {
        try FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: aim)
    }

    /// Moves something over whatever has the new name.
    func move(_ name: String, over other: String) throws {
        guard unsafe rename(self[name], self[other]) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func contents(of name: String) throws -> String { try String(contentsOfFile: self[name], encoding: .utf8) }
}
