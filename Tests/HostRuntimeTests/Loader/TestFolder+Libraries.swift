import Glibc
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

extension TestFolder {
    /// Writes a file and makes the folders above it.
    @discardableResult
    func write(_ name: String, _ bytes: some Collection<UInt8> = []) throws -> String {
        try makeFolder(Path.folder(of: name))
        let file = try Descriptor { unsafe open(self[name], O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
        let bytes = Array(bytes)
        try #require(try SystemError.check { unsafe Glibc.write(file.number, bytes, bytes.count) } == bytes.count)
        return self[name]
    }

    /// Compiles C to a shared library, by default with a stamp that fits this host.
    func library(
        _ name: String, _ code: String, stamp: [UInt8]? = Stamps.fitting, flags: [String] = []
    ) throws -> String {
        var code = code
        if let stamp {
            let numbers = stamp.map(String.init).joined(separator: ",")
            code +=
                "\n__attribute__((section(\"flagstand_kit\"), used))"
                + " static const unsigned char stamp[] = {\(numbers)};\n"
        }
        let source = try write("\(name).c", code.utf8)
        try run(["gcc", "-shared", "-fPIC", "-g0", "-o", self[name], source] + flags)
        return self[name]
    }

    func bytes(_ name: String) throws -> [UInt8] { try LibraryFile.read(self[name]) }
}

/// A program that failed.
struct Failed: Error {
    let command: [String]
    let status: Int32
}

/// Runs a program to its end.
func run(_ command: [String]) throws {
    var process = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) } + [nil]
    defer { unsafe arguments.forEach { unsafe free($0) } }
    let code = unsafe posix_spawnp(&process, command[0], nil, nil, &arguments, environ)
    guard code == 0 else { throw SystemError(code: code) }
    var status: Int32 = 0
    try SystemError.check { unsafe waitpid(process, &status, 0) }
    guard status == 0 else { throw Failed(command: command, status: status) }
}
