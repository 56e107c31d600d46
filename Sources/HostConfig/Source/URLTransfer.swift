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
    private let knowsSomething: Bool

    init(_ source: URLSource, knowing tag: String?, stop: StopSign) throws(URLProblem) {
        guard curl_wake(), let handle = unsafe curl_open() else {
            throw URLProblem(address: source.address, .notReached("libcurl does not start"))
        }
        self.source = source
        unsafe curl = OpaqueHandle(handle)
        headers = HeaderList()
        incoming = Incoming(from: source.address, stop: stop)
        knowsSomething = tag != nil
        if let tag { headers.add("If-None-Match: \(tag)") }
        // libcurl takes a header of this name to the first server only: not to another host, port or scheme.
        if let bearer = source.bearer { headers.add("Authorization: Bearer \(bearer.reveal())") }
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
        if let proxy = source.proxy {
            unsafe curl_set_text(handle, CURLOPT_PROXY, proxy)
            // What the environment excepts from its proxy is not excepted from this one.
            unsafe curl_set_text(handle, CURLOPT_NOPROXY, "")
        }
        // What comes with an error is not read.
        unsafe curl_set_number(handle, CURLOPT_FAILONERROR, 1)
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
            return incoming.hear(line) ? count : 0
        }
        unsafe curl_set_pointer(handle, CURLOPT_HEADERDATA, kept)
        unsafe curl_set_progress_function(handle) { context, _, _, _, _ in
            guard let context = unsafe context else { return 0 }
            return unsafe Unmanaged<Incoming>.fromOpaque(context).takeUnretainedValue().isUnwanted ? 1 : 0
        }
        unsafe curl_set_pointer(handle, CURLOPT_XFERINFODATA, kept)
    }

    consuming func answer() throws(URLProblem) -> URLSource.Answer {
        let code = unsafe curl_transfer(curl.pointer)
        if incoming.isTooLarge { throw problem(.tooLarge(most: Incoming.mostBytes)) }
        if incoming.isBetrayed { throw problem(.lessSecure) }
        if code != CURLE_OK, code != CURLE_HTTP_RETURNED_ERROR { throw problem(reason(code)) }
        var status = 0
        unsafe curl_get_number(curl.pointer, CURLINFO_RESPONSE_CODE, &status)
        switch status {
        case 200:
            // A server that has lost its document is more likely than one that has an empty one.
            guard !incoming.bytes.isEmpty else { throw problem(.empty) }
            // libcurl would unpack it, and does not see where packed bytes end too early: half a document may be a good
            // one that switches things off.
            if let packing = incoming.packing { throw problem(.packed(packing)) }
            return .document(
                URLDocument(
                    bytes: incoming.bytes, tag: incoming.tag, contentType: incoming.field("content-type"),
                    maxAge: incoming.maxAge))
        case 304 where knowsSomething: return .unchanged
        default:
            var seconds: curl_off_t = 0
            unsafe curl_get_offset(curl.pointer, CURLINFO_RETRY_AFTER, &seconds)
            throw problem(.status(status), retryAfter: seconds > 0 ? .seconds(seconds) : nil)
        }
    }

    private func reason(_ code: CURLcode) -> URLProblem.Reason {
        switch code {
        case CURLE_OPERATION_TIMEDOUT: .tooSlow(limit: source.timeout)
        case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects(most: URLSource.mostRedirects)
        case CURLE_ABORTED_BY_CALLBACK: .stopped
        case CURLE_PARTIAL_FILE, CURLE_BAD_CONTENT_ENCODING: .brokenOff
        case CURLE_RECV_ERROR where incoming.hasStatus: .brokenOff
        case CURLE_UNSUPPORTED_PROTOCOL where !incoming.hasStatus, CURLE_WEIRD_SERVER_REPLY: .notHTTP
        default: .notReached(unsafe String(cString: curl_words(code)))
        }
    }

    private func problem(_ reason: URLProblem.Reason, retryAfter: Duration? = nil) -> URLProblem {
        URLProblem(address: source.address, reason, retryAfter: retryAfter)
    }
}

/// libcurl's handle, which is given back when nobody holds it any more.
@safe
private final class OpaqueHandle {
    let pointer: UnsafeMutableRawPointer

    init(_ pointer: UnsafeMutableRawPointer) { unsafe self.pointer = pointer }

    deinit { unsafe curl_close(pointer) }
}

/// The headers of a question, which libcurl reads while it asks.
@safe
private final class HeaderList {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    func add(_ line: String) { unsafe first = curl_lines_adding(first, line) ?? first }

    deinit { unsafe curl_lines_close(first) }
}
