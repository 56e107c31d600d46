internal import HostSystem
extension HostDocument {
    package init(_ texts: LayerTexts, folder: String) {
        let text = texts.local.first ?? SourceText(name: "plugins.yaml", bytes: [])
        self.init(text.bytes, origin: Origin(name: text.name, folder: folder))
    }
    package var remote: WebAddress? { nil }
}
extension Checked { package var faults: Set<Layer> { content == nil ? [.local] : [] } }
extension CheckedDocument { package var remote: WebAddress? { nil } }
package enum LocalSource {
    package static func read(_ path: String) throws(SourceProblem) -> [SourceText] {
        [SourceText(name: path, bytes: try FileSource.read(path))]
    }
    package static func folder(of path: String) -> String { Path.folder(of: Path.absolute(path)) }
}
