import Foundation
import TestSupport
import Testing

/// A certificate for 127.0.0.1 that signs itself, and its key, made by the program `openssl` in a folder.
struct TestPair {
    let certificate: String
    let key: String

    /// - Parameter name: What it is called, and with what its files' names begin.
    init(_ name: String, in folder: TestFolder) async throws {
        (certificate, key) = ("\(name).pem", "\(name)-key.pem")
        var command = HostCommand([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "90",
            "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
        ])
        command.program = "/usr/bin/openssl"
        command.folder = folder.path
        let made = try await HostProcess.end(of: command)
        try #require(made.exit == .code(0), "\(made.errors)")
    }

    /// Puts it where a host reads, as a mounted secret lies there: both are links through a link, which is exchanged.
    func mount(in folder: TestFolder) throws {
        let version = "..\(certificate)-version"
        for (name, place) in [(key, "key.pem"), (certificate, "certificate.pem")] {
            try folder.copy(folder[name], to: "\(version)/\(place)")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: folder["\(version)/\(place)"])
        }
        try folder.link("..data-new", to: version)
        try folder.move("..data-new", over: "..data")
        for place in ["key.pem", "certificate.pem"] where !FileManager.default.fileExists(atPath: folder[place]) {
            try folder.link(place, to: "..data/\(place)")
        }
    }

    /// Puts it where a host reads, one file after the other, each in one step.
    func install(in folder: TestFolder) throws {
        for (name, place) in [(key, "key.pem"), (certificate, "certificate.pem")] {
            try folder.copy(folder[name], to: "\(place).new")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder["\(place).new"])
            try folder.move("\(place).new", over: place)
        }
    }
}
