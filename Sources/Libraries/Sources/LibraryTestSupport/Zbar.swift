internal import Glibc

/// What the program zbarimg of another project reads from a picture, and a line feed; nothing where there is no code in it.
public func zbarText(in picture: [UInt8], isDrawing: Bool = false) throws -> String {
    let suffix = isDrawing ? ".svg" : ".png"
    var name = Array("/tmp/flagstand-qr-XXXXXX\(suffix)".utf8CString)
    let descriptor = unsafe mkstemps(&name, CInt(suffix.utf8.count))
    guard descriptor >= 0 else { throw ZbarProblem() }
    let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { unsafe unlink(path) }
    let written = unsafe write(descriptor, picture, picture.count)
    close(descriptor)
    guard written == picture.count else { throw ZbarProblem() }
    // The reader knows no drawings.
    let read = "zbarimg --nodbus --quiet --raw"
    let command = isDrawing ? "rsvg-convert -w 400 '\(path)' | \(read) -" : "\(read) '\(path)'"
    guard let output = unsafe popen(command, "re") else { throw ZbarProblem() }
    defer { unsafe pclose(output) }
    var bytes = [UInt8](repeating: 0, count: 8_192)
    let count = unsafe fread(&bytes, 1, bytes.count, output)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
}

/// That a picture could not be given to zbarimg.
struct ZbarProblem: Error {}
