internal import CURL
public import FeatureKit
internal import Glibc

/// A mail server, and how to talk to it.
public struct SMTPServer: Sendable {
    /// Whether a connection of `smtp` is encrypted by STARTTLS.
    public enum STARTTLS: Sendable, Equatable {
        /// Nothing is sent where the server can't encrypt.
        case required
        /// It is where the server can; with a password it has to.
        case optional
        /// It is not.
        case none
    }

    /// Where it is: `smtp://host:port`, or `smtps://host:port` that is encrypted from the start.
    public var address: String
    /// Whether a connection of `smtp` is encrypted.
    public var startTLS = STARTTLS.required
    /// The name to sign in with.
    public var user: String?
    /// The password to sign in with.
    public var password: Secret?
    /// The file of certificates that the server's is checked against; nil means those of the system.
    public var certificates: String?
    /// How long a mail may take, from the first step to the server's last word.
    public var limit = Duration.seconds(60)

    /// A server by its address.
    public init(_ address: String) { self.address = address }
}

/// What a mail server said last of a mail.
public struct SMTPReply: Sendable, Equatable {
    /// The code, such as 250.
    public let code: Int
    /// The code of RFC 3463, such as `5.1.1`, where the server gave one.
    public let enhancedCode: String?
    /// The words after it, which may hold addresses.
    public let words: String
    /// Whether the server did not accept the user and the password.
    public let isSignInRefused: Bool

    init?(line: String, isSignInRefused: Bool) {
        var rest = line.prefix { !$0.isNewline }
        guard let code = Int(rest.prefix(3)), (200..<600).contains(code) else { return nil }
        rest = rest.dropFirst(4)
        let first = rest.prefix { $0 != " " }
        let parts = first.split(separator: ".", omittingEmptySubsequences: false)
        let isEnhanced = parts.count == 3 && parts.allSatisfy { (1...3).contains($0.count) && Int($0) != nil }
        if isEnhanced { rest = rest.dropFirst(first.count + 1) }
        self.code = code
        enhancedCode = isEnhanced ? String(first) : nil
        words = String(rest)
        self.isSignInRefused = isSignInRefused
    }
}

extension WebSender {
    /// Sends a mail; everything else waits meanwhile.
    func reply(
        to message: [UInt8], from sender: String, to recipient: String, by server: SMTPServer
    ) async throws(WebProblem) -> SMTPReply {
        try await send { () throws(WebProblem) in
            let transfer = try SMTPTransfer(message, from: sender, to: recipient, by: server)
            return (transfer.curl, { code throws(WebProblem) in try transfer.reply(after: code) })
        }
    }
}

/// One mail to one address, with libcurl.
@safe
private final class SMTPTransfer {
    let curl: CurlHandle
    private let server: SMTPServer
    private let recipients = CurlLines()
    private var rest: ArraySlice<UInt8>
    private var lastLine = ""

    init(
        _ message: [UInt8], from sender: String, to recipient: String, by server: SMTPServer
    ) throws(WebProblem) {
        for address in [sender, recipient] where address.utf8.contains(where: { $0 <= 0x20 || "<>".utf8.contains($0) })
        {
            throw WebProblem(.brokenField("address"))
        }
        curl = try CurlHandle()
        self.server = server
        rest = message[...]
        recipients.add("<\(recipient)>")
        curl.set(CURLOPT_URL, server.address)
        curl.set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        curl.set(CURLOPT_PROXY, "")
        curl.set(CURLOPT_MAIL_FROM, "<\(sender)>")
        curl.set(CURLOPT_MAIL_RCPT, recipients)
        if let user = server.user { curl.set(CURLOPT_USERNAME, user) }
        if let password = server.password { curl.set(CURLOPT_PASSWORD, password.reveal()) }
        if let certificates = server.certificates { curl.set(CURLOPT_CAINFO, certificates) }
        let encryption: curl_usessl =
            switch server.startTLS {
            case .required: CURLUSESSL_ALL
            // Otherwise anybody on the way could ask for the password in the clear.
            case .optional: server.password == nil ? CURLUSESSL_TRY : CURLUSESSL_ALL
            case .none: CURLUSESSL_NONE
            }
        curl.set(CURLOPT_USE_SSL, Int(encryption.rawValue))
        curl.set(CURLOPT_TIMEOUT_MS, max(1, Int(server.limit / .milliseconds(1))))
        curl.set(CURLOPT_NOSIGNAL, 1)
        curl.set(CURLOPT_QUICK_EXIT, 1)
        curl.set(CURLOPT_UPLOAD, 1)
        setFunctions()
    }

    private func setFunctions() {
        let this = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe curl.set(CURLOPT_READFUNCTION) { buffer, size, count, context in
            guard let buffer = unsafe buffer, let context = unsafe context else { return 0 }
            let transfer = unsafe Unmanaged<SMTPTransfer>.fromOpaque(context).takeUnretainedValue()
            let next = transfer.rest.prefix(size * count)
            transfer.rest = transfer.rest.dropFirst(next.count)
            unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size * count).copyBytes(from: next)
            return next.count
        }
        unsafe curl.set(CURLOPT_READDATA, this)
        unsafe curl.set(CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let transfer = unsafe Unmanaged<SMTPTransfer>.fromOpaque(context).takeUnretainedValue()
            let line = unsafe String(
                decoding: UnsafeRawBufferPointer(start: bytes, count: size * count), as: UTF8.self)
            // A farewell follows what went wrong.
            if !line.hasPrefix("221") { transfer.lastLine = line }
            return size * count
        }
        unsafe curl.set(CURLOPT_HEADERDATA, this)
    }

    /// What the server said last, where it is what the mail came to.
    func reply(after code: CURLcode) throws(WebProblem) -> SMTPReply {
        let reply = SMTPReply(line: lastLine, isSignInRefused: code == CURLE_LOGIN_DENIED)
        if let reply, code == CURLE_OK || reply.code >= 400 { return reply }
        if code == CURLE_OPERATION_TIMEDOUT { throw WebProblem(.tooSlow(limit: server.limit)) }
        throw WebProblem(.notReached(unsafe String(cString: curl_words(code))))
    }
}
