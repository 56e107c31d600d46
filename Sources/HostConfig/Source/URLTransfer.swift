internal import CURL
internal import FeatureKit
internal import HostSystem

/// One question to an address, with libcurl; it blocks.
@safe
struct URLTransfer: ~Copyable {
    private let source: URLSource
    private let curl: OpaqueHandle
    private let headers: HeaderList
    private let incoming: Incoming

    /// libcurl wants to be woken before the first thread uses it.
    private static let isAwake = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(_ source: URLSource, knowing tag: String?, stop: StopSign) throws(URLProblem) {
        guard Self.isAwake, let handle = unsafe curl_easy_init() else {
            throw URLProblem(address: source.address, .notReached("libcurl does not start"))
        }
        self.source = source
        unsafe curl = OpaqueHandle(handle)
        headers = HeaderList()
        incoming = Incoming(stop: stop)
        if let tag { headers.add("If-None-Match: \(tag)") }
        headers.add("Accept: application/json, application/yaml;q=0.9, */*;q=0.5")
        unsafe options(handle)
    }

    private func options(_ handle: UnsafeMutableRawPointer) {
        let milliseconds = Int(source.timeout / .milliseconds(1))
        let kept = unsafe Unmanaged.passUnretained(incoming).toOpaque()
        unsafe curl_set_text(handle, CURLOPT_URL, source.address)
        unsafe curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        unsafe curl_set_text(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        unsafe curl_set_text(handle, CURLOPT_USERAGENT, "flagstand")
        // Whatever libcurl can unpack; what comes out is what is counted.
        unsafe curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
        unsafe curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 1)
        unsafe curl_set_number(handle, CURLOPT_MAXREDIRS, URLSource.mostRedirects)
        unsafe curl_set_number(handle, CURLOPT_TIMEOUT_MS, max(1, milliseconds))
        // Without it a slow name server would raise a signal in whichever thread comes first.
        unsafe curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        unsafe curl_set_number(handle, CURLOPT_NOPROGRESS, 0)
        unsafe curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers.first)
        unsafe curl_set_data_function(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let incoming = unsafe Unmanaged<Incoming>.fromOpaque(context).takeUnretainedValue()
            return unsafe incoming.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
        }
        unsafe curl_set_pointer(handle, CURLOPT_WRITEDATA, kept)
        unsafe curl_set_data_function(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let incoming = unsafe Unmanaged<Incoming>.fromOpaque(context).takeUnretainedValue()
            let line = unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
            incoming.hear(line)
            return count
        }
        unsafe curl_set_pointer(handle, CURLOPT_HEADERDATA, kept)
        unsafe curl_set_progress_function(handle) { context, _, _, _, _ in
            guard let context = unsafe context else { return 0 }
            return unsafe Unmanaged<Incoming>.fromOpaque(context).takeUnretainedValue().isUnwanted ? 1 : 0
        }
        unsafe curl_set_pointer(handle, CURLOPT_XFERINFODATA, kept)
    }

    consuming func answer() throws(URLProblem) -> URLSource.Answer {
        let code = unsafe curl_easy_perform(curl.pointer)
        if incoming.isTooLarge { throw problem(.tooLarge(most: Incoming.mostBytes)) }
        if code != CURLE_OK { throw problem(reason(code)) }
        var status = 0
        unsafe curl_get_number(curl.pointer, CURLINFO_RESPONSE_CODE, &status)
        switch status {
        case 200:
            return .document(
                URLDocument(
                    bytes: incoming.bytes, tag: incoming.field("etag"), contentType: incoming.field("content-type")))
        case 304: return .unchanged
        default: throw problem(.status(status))
        }
    }

    private func reason(_ code: CURLcode) -> URLProblem.Reason {
        switch code {
        case CURLE_OPERATION_TIMEDOUT: .tooSlow(limit: source.timeout)
        case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects(most: URLSource.mostRedirects)
        case CURLE_ABORTED_BY_CALLBACK: .stopped
        default: .notReached(unsafe String(cString: curl_easy_strerror(code)))
        }
    }

    private func problem(_ reason: URLProblem.Reason) -> URLProblem { URLProblem(address: source.address, reason) }
}

/// libcurl's handle, which is given back when nobody holds it any more.
@safe
private final class OpaqueHandle {
    let pointer: UnsafeMutableRawPointer

    init(_ pointer: UnsafeMutableRawPointer) { unsafe self.pointer = pointer }

    deinit { unsafe curl_easy_cleanup(pointer) }
}

/// The headers of a question, which libcurl reads while it asks.
@safe
private final class HeaderList {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    func add(_ line: String) { unsafe first = curl_slist_append(first, line) ?? first }

    deinit { unsafe curl_slist_free_all(first) }
}

/// What an answer has brought so far; one thread alone has it.
private final class Incoming {
    static let mostBytes = ReadingLimits.standard.bytes
    /// How many header fields are kept of an answer.
    private static let mostFields = 100

    private(set) var bytes: [UInt8] = []
    private(set) var isTooLarge = false
    private var fields: [String: String] = [:]
    private let stop: StopSign

    init(stop: StopSign) { self.stop = stop }

    var isUnwanted: Bool { stop.isRaised }

    /// Whether there was room for more.
    func take(_ more: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count + more.count <= Self.mostBytes else {
            isTooLarge = true
            return false
        }
        unsafe bytes.append(contentsOf: more)
        return true
    }

    /// Hears a line of the head; with a new status line, after a redirect, all that was heard before is void.
    func hear(_ line: String) {
        if line.hasPrefix("HTTP/") {
            fields = [:]
            return
        }
        guard let colon = line.firstIndex(of: ":"), fields.count < Self.mostFields else { return }
        let blanks: Set<Character> = [" ", "\t", "\r\n", "\n", "\r"]
        var value = line[line.index(after: colon)...].drop { blanks.contains($0) }
        while let last = value.last, blanks.contains(last) { value.removeLast() }
        fields[line[..<colon].lowercased()] = String(value)
    }

    func field(_ name: String) -> String? { fields[name] }
}
