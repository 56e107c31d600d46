@_spi(Hosting) internal import FeatureKit

// Where in a value something is.

extension WireWriter {
    mutating func path(_ path: ValuePath) {
        list(path.steps) { writer, step in
            switch step {
            case .member(let name):
                writer.flag(true)
                writer.text(name)
            case .element(let index):
                writer.flag(false)
                writer.number(Int64(index))
            }
        }
    }
}

extension WireReader {
    mutating func path() throws(WireError) -> ValuePath {
        ValuePath(
            try list { (reader) throws(WireError) -> ValuePath.Step in
                try reader.flag() ? .member(try reader.text()) : .element(Int(try reader.number(Int64.self)))
            })
    }
}
