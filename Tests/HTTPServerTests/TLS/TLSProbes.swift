import FeatureKit
import HostSystem
import Testing

@testable import HTTPServer

/// What a scanner would try: each thing that TLS has been broken by, and each that is only half of a client.
@Suite(.timeLimit(.minutes(2)))
struct TLSProbes {
    @Test func `versions before 1_2 are refused`() async throws {
        try await withTLSServer { server, _ in
            // 0x0300 is SSL 3, which no OpenSSL of today speaks as a client either; its hello is written below.
            for version in [TLSVersion.zero, TLSVersion.one] {
                let client = try #require(
                    try TLSClient(server.server.addresses[0], least: version, most: version))
                let alert = try await client.alert()
                #expect(alert?.contains("alert protocol version") == true, "\(alert ?? "it was taken")")
            }
            #expect(server.server.counts.failedHandshakes == 2 && server.server.counts.handshakes == 0)
        }
    }

    /// A hello of SSL 3 or another version, with one cipher, as bytes.
    private static func hello(_ major: UInt8, _ minor: UInt8) -> [UInt8] {
        let body =
            [major, minor] + [UInt8](repeating: 7, count: 32) + [0] + [0, 4, 0, 0x2F, 0, 0x35] + [1, 0]
        let message = [1, 0, 0, UInt8(body.count)] + body
        return [22, major, minor, 0, UInt8(message.count)] + message
    }

    @Test(arguments: [(UInt8(3), UInt8(0)), (2, 0), (3, 1), (3, 3)])
    func `hellos of old are answered with an alert or with nothing`(major: UInt8, minor: UInt8) async throws {
        try await withTLSServer { server, _ in
            let client = try server.connect()
            try client.send(Self.hello(major, minor))
            let answer = Array(try await client.rest().utf8)
            // An alert (21), no hello of the server's (22): none of the two ciphers has forward secrecy.
            #expect(answer.isEmpty || answer[0] == 21, "\(answer)")
            #expect(server.server.counts.failedHandshakes == 1)
        }
    }

    @Test(arguments: [
        "RC4", "3DES", "DES", "EXPORT", "NULL", "eNULL", "aNULL", "ADH", "AECDH", "PSK", "SRP", "IDEA", "SEED",
        "CAMELLIA",
        "ARIA", "kRSA", "AES128-SHA", "AES256-SHA256", "AES128-GCM-SHA256", "DHE-RSA-AES256-GCM-SHA384",
        "ECDHE-RSA-AES128-SHA", "ECDHE-RSA-AES256-SHA384", "ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-AES256-CCM8",
        "ECDHE-ECDSA-AES128-CCM", "CBC", "MD5",
    ])
    func `weak ciphers are refused`(ciphers: String) async throws {
        for certificate in [TestCertificate.p256, .rsa] {
            try await withTLSServer(ScriptedResponder.echo, certificate) { server, _ in
                // What this OpenSSL does not know any more can't be offered; TLS 1.3 has others.
                guard
                    let client = try TLSClient(
                        server.server.addresses[0], most: TLSVersion.two, ciphers: ciphers + ":@SECLEVEL=0")
                else { return }
                let isTaken = try await client.shakeHands()
                #expect(!isTaken, "\(isTaken ? client.cipher : "")")
            }
        }
    }

    @Test(arguments: [
        ("ECDHE-ECDSA-AES128-GCM-SHA256", TestCertificate.p256), ("ECDHE-ECDSA-AES256-GCM-SHA384", .p256),
        ("ECDHE-ECDSA-CHACHA20-POLY1305", .p256), ("ECDHE-RSA-AES128-GCM-SHA256", .rsa),
        ("ECDHE-RSA-AES256-GCM-SHA384", .rsa), ("ECDHE-RSA-CHACHA20-POLY1305", .rsa),
    ])
    func `those with forward secrecy and AEAD are taken`(cipher: String, certificate: TestCertificate) async throws {
        try await withTLSServer(ScriptedResponder.echo, certificate) { server, _ in
            let client = try #require(
                try TLSClient(server.server.addresses[0], most: TLSVersion.two, ciphers: cipher))
            #expect(try await client.shakeHands() && client.cipher == cipher)
            #expect(!client.hasCompression && client.hasSecureRenegotiation)
        }
    }

    @Test(arguments: [("X25519", true), ("P-256", true), ("P-384", false), ("P-521:ffdhe2048", false)])
    func `the groups are two`(groups: String, isTaken: Bool) async throws {
        // With a key of P-256, clients would have to know that group for the certificate's sake.
        try await withTLSServer(ScriptedResponder.echo, .rsa) { server, _ in
            for version in [TLSVersion.two, TLSVersion.three] {
                let client = try #require(
                    try TLSClient(server.server.addresses[0], least: version, most: version, groups: groups))
                #expect(try await client.shakeHands() == isTaken)
            }
        }
    }

    @Test(arguments: [
        ("http/1.1", "http/1.1", true), ("h2,http/1.1", "http/1.1", true), ("h2", nil, false), ("http/1.0", nil, false),
        ("http/1.11,ttp/1.1", nil, false), (nil, nil, true),
    ])
    func `HTTP 1.1 is the only protocol`(offered: String?, chosen: String?, isTaken: Bool) async throws {
        try await withTLSServer { server, _ in
            let client = try #require(try TLSClient(server.server.addresses[0], protocols: offered))
            let alert = try await isTaken ? (client.shakeHands() ? nil : "it was refused") : client.alert()
            #expect(alert == (isTaken ? nil : "tlsv1 alert no application protocol"))
            if isTaken { #expect(client.chosen == chosen) }
        }
    }

    @Test func `renegotiation is refused, and the connection stays open`() async throws {
        try await withTLSServer { server, _ in
            let client = try await server.connectSecurely(most: TLSVersion.two)
            #expect(try await !client.renegotiate())
            let next = try await server.connectSecurely(most: TLSVersion.two)
            try await next.send(TLSTests.get)
            #expect(try await next.answer().status == 200)
            #expect(server.server.counts.handshakes == 2)
        }
    }

    @Test(arguments: [TLSVersion.two, TLSVersion.three])
    func `a session is resumed, also after a change of the certificate`(version: Int32) async throws {
        try await withTLSServer(loops: 2) { server, keeper in
            func ask(resuming previous: TLSClient?) async throws -> TLSClient {
                let client = try await server.connectSecurely(least: version, most: version, resuming: previous)
                try await client.send(TLSTests.get)
                #expect(try await client.answer().status == 200)
                return client
            }
            let first = try await ask(resuming: nil)
            #expect(!first.isResumed)
            let second = try await ask(resuming: first)
            #expect(second.isResumed)
            let other = TestCertificate(name: "other.test")
            try keeper.exchange(TLSIdentity(certificate: other.certificate, key: other.key))
            let third = try await ask(resuming: second)
            #expect(third.isResumed)
            let fourth = try await ask(resuming: nil)
            #expect(!fourth.isResumed && fourth.serverName == "other.test")
        }
    }

    @Test func `tickets of the day before are no longer valid`() throws {
        let keys = try #require(TicketKeys(at: 5))
        #expect(!keys.haveEnded(at: TicketKeys.life + 4) && keys.haveEnded(at: TicketKeys.life + 5))
    }

    @Test func `plain HTTP gets a plain answer that says so`() async throws {
        try await withTLSServer { server, _ in
            for text in [TLSTests.get, "g", "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc"] {
                let answers = try await server.talk(text)
                #expect(answers.map(\.status) == [400])
                #expect(answers.first?.body == "this address takes only HTTPS\n")
                #expect(answers.first?.fields["connection"] == "close")
            }
            #expect(server.server.counts.malformed == [400: 3] && server.server.counts.requests == 0)
        }
    }

    @Test func `garbage before, in and after the handshake ends the connection`() async throws {
        try await withTLSServer { server, _ in
            let garbage = (0..<600).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ 3) }
            for start: [UInt8] in [
                [0], [0xFF, 0xFF], [22, 3, 1, 0xFF, 0xFF], [22, 3, 1, 0, 5, 99], [22, 3, 1, 0, 0],
                [21, 3, 3, 0, 2, 1, 0],
            ] {
                let client = try server.connect()
                try client.send(start + garbage)
                _ = try await client.rest()
            }
            let late = try await server.connectSecurely()
            late.sendRaw([23, 3, 3, 0, 40] + garbage.prefix(40))
            #expect(try await late.rest().ending == .cut)
            // A record of 16 KiB and what belongs to it, and a byte more.
            let long = try await server.connectSecurely()
            long.sendRaw([23, 3, 3, 0x41, 0x01] + [UInt8](repeating: 1, count: 16_641))
            #expect(try await long.rest().ending == .cut)
            // A record that is cut in half.
            let half = try await server.connectSecurely()
            half.sendRaw([23, 3, 3, 1, 0, 1, 2, 3])
            half.cut()
            #expect(try await half.rest().ending == .cut)
            let well = try await server.connectSecurely()
            try await well.send(TLSTests.get)
            #expect(try await well.answer().status == 200)
            #expect(server.server.counts.failedHandshakes == 6)
        }
    }

    @Test func `a TLS heartbeat is not answered`() async throws {
        try await withTLSServer { server, _ in
            let client = try await server.connectSecurely(most: TLSVersion.two)
            client.sendRaw([24, 3, 3, 0, 3, 1, 0x40, 0])
            #expect(try await client.rest().text == "")
        }
    }

    @Test func `a client whose handshake takes too long is disconnected`() async throws {
        try await withTLSServer {
            $0.headTime = .milliseconds(300)
        } _: { server, _ in
            // Silence after half a hello.
            let half = try server.connect()
            try half.send(Self.hello(3, 3).dropLast(10).map(\.self))
            _ = try await half.rest()
            // A byte at a time is no sign of life.
            let slow = try server.connect()
            try slow.send([22, 3, 1, 0x3F, 0, 1, 0, 0x3E, 0])
            let clock = ContinuousClock()
            var next = clock.now
            await eventually("a byte now and then is no sign of life") {
                guard clock.now >= next else { return false }
                next = clock.now + .milliseconds(5)
                return (try? slow.send([1])) == nil
            }
            #expect(server.server.counts.failedHandshakes == 2)
            // One who says nothing at all has the time of those who have nothing to ask.
            let silent = try server.connect()
            await eventually("it is there") { server.server.counts.open >= 1 }
            silent.close()
        }
    }

    @Test func `a hello in pieces of a byte is a hello`() async throws {
        try await withTLSServer { server, _ in
            let client = try server.connect()
            for byte in Self.hello(3, 3) { try client.send([byte]) }
            // It has no cipher that is taken, and is told so.
            #expect(Array(try await client.rest().utf8).first == 21)
        }
    }

    @Test func `many handshakes at once do not block another client's requests`() async throws {
        try await withTLSServer(loops: 2) { server, _ in
            let steady = try await server.connectSecurely()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<60 {
                    group.addTask {
                        let client = try await server.connectSecurely()
                        try await client.send(TLSTests.last)
                        let (text, ending) = try await client.rest()
                        #expect(text.hasPrefix("HTTP/1.1 200") && ending == .goodbye)
                    }
                }
                for _ in 0..<50 {
                    try await steady.send(TLSTests.get)
                    #expect(try await steady.answer().status == 200)
                }
                try await group.waitForAll()
            }
            #expect(server.server.counts.handshakes == 61 && server.server.counts.failedHandshakes == 0)
        }
    }

    @Test func `a certificate is exchanged under load, and no request fails`() async throws {
        let pairs = [TestCertificate(name: "one.test"), .rsa]
        try await withTLSServer(ScriptedResponder.echo, pairs[0], loops: 2) { server, keeper in
            let identities = try pairs.map { try TLSIdentity(certificate: $0.certificate, key: $0.key) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<12 {
                            let client = try await server.connectSecurely()
                            try await client.send(TLSTests.get + TLSTests.last)
                            #expect(try await client.rest().text.hasSuffix("GET /g "))
                        }
                    }
                }
                group.addTask { for turn in 0..<60 { try keeper.exchange(identities[turn % 2]) } }
                try await group.waitForAll()
            }
            let last = try await server.connectSecurely()
            #expect(last.serverName == "flagstand.test")
            #expect(server.server.counts.failedHandshakes == 0)
        }
    }

    @Test(arguments: [TLSVersion.two, TLSVersion.three])
    func `a connection that breaks in any state is gone`(version: Int32) async throws {
        let responder = ScriptedResponder { request, exchange in
            if request.path == "/keep" { return exchange.keep(Kept(exchange)) }
            exchange.answer(Response(.ok, body: [UInt8](repeating: 1, count: 4_000_000)))
        }
        try await withTLSServer(responder) { server, _ in
            let before = try #require(try TLSClient(server.server.addresses[0]))
            before.reset()
            for text in ["", "GET", "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1", TLSTests.get] {
                let client = try await server.connectSecurely(least: version, most: version)
                if !text.isEmpty { try await client.send(text) }
                client.reset()
            }
            await eventually("they are gone") { server.server.counts.open == 0 }
            let well = try await server.connectSecurely(least: version, most: version)
            try await well.send(TLSTests.get)
            #expect(try await well.answer().body.utf8.count == 4_000_000)
        }
    }

    private final class Kept: Sendable {
        let exchange: any Exchange
        init(_ exchange: any Exchange) { self.exchange = exchange }
    }

    @Test func `a client above the limit is disconnected without an answer`() async throws {
        try await withTLSServer {
            $0.connections = 1
        } _: { server, _ in
            let first = try await server.connectSecurely()
            let second = try server.connect()
            #expect(try await second.rest() == "")
            try await first.send(TLSTests.get)
            #expect(try await first.answer().status == 200)
        }
    }
}
