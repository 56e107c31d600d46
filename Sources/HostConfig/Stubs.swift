internal import HostSystem
extension HostDocument {
    package var remote: WebAddress? { nil }
}
extension CheckedDocument { package var remote: WebAddress? { nil } }
package enum LocalSource {
    package static func read(_ path: String) throws(SourceProblem) -> [SourceText] {
        [SourceText(name: path, bytes: try FileSource.read(path))]
    }
    package static func folder(of path: String) -> String { Path.folder(of: Path.absolute(path)) }
}
