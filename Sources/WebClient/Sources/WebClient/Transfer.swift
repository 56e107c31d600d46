internal import CURL
internal import FeatureKit

/// One question to an address, with libcurl; it blocks.
@safe
struct Transfer: ~Copyable {
    private let question: WebQuestion
    private let curl: Handle
    private let waiter: Waiter
    private let headers: HeaderList
    private let incoming: Incoming

    init(_ question: WebQuestion, stop: StopSign, taker: Incoming.Taker) throws(WebProblem) {
        guard curl_wake(), let handle = unsafe curl_open(), let waiter = unsafe curl_waiter_open() else {
            throw WebProblem(.notReached("libcurl does not start"))
        }
        self.question = question
        unsafe curl = Handle(handle)
        unsafe self.waiter = Waiter(waiter, stop)
        headers = HeaderList()
        incoming = Incoming(of: question, stop: stop, taker: taker)
        for field in question.fields { headers.add("\(field.name): \(field.value)") }
        // libcurl takes a header of this name to the first server only: not to another host, port or scheme.
        if let bearer = question.bearer { headers.add("Authorization: Bearer \(bearer.reveal())") }
        headers.add("Accept: \(question.accept)")
        unsafe options(handle)
    }

    private func options(_ handle: UnsafeMutableRawPointer) {
        let kept = unsafe Unmanaged.passUnretained(incoming).toOpaque()
        unsafe curl_set_text(handle, CURLOPT_URL, question.address)
        unsafe curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        unsafe curl_set_text(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        unsafe curl_set_text(handle, CURLOPT_USERAGENT, "flagstand")
        if let proxy = question.proxy {
            unsafe curl_set_text(handle, CURLOPT_PROXY, proxy)
            // What the environment excepts from its proxy is not excepted from this one.
            unsafe curl_set_text(handle, CURLOPT_NOPROXY, "")
        }
        // What comes with an error is not read.
        unsafe curl_set_number(handle, CURLOPT_FAILONERROR, 1)
        unsafe curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 1)
        unsafe curl_set_number(handle, CURLOPT_MAXREDIRS, WebQuestion.mostRedirects)
        if case .whole(let limit) = question.patience {
            unsafe curl_set_number(handle, CURLOPT_TIMEOUT_MS, max(1, Int(limit / .milliseconds(1))))
        }
        // Without it a slow name server would raise a signal in whichever thread comes first.
        unsafe curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
        // Who gives up does not wait for a name server.
        unsafe curl_set_number(handle, CURLOPT_QUICK_EXIT, 1)
        unsafe curl_set_pointer(handle, CURLOPT_HTTPHEADER, headers.first)
        unsafe curl_set_data_function(handle, CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let incoming = unsafe Unmanaged<Incoming>.fromOpaque(context).takeUnretainedValue()
            let taken = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
            return incoming.take(taken) ? count : 0
        }
        unsafe curl_set_pointer(handle, CURLOPT_WRITEDATA, kept)
        unsafe curl_set_data_function(handle, CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let incoming = unsafe Unmanaged<Incoming>.fromOpaque(context).takeUnretainedValue()
            let line = unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
            return incoming.hear(line) ? count : 0
        }
        unsafe curl_set_pointer(handle, CURLOPT_HEADERDATA, kept)
    }

    /// Asks, and gives the answer to the taker while it comes.
    ///
    /// - Parameter wanted: The statuses of answers that are any good.
    /// - Returns: The head of an answer that has come whole.
    consuming func run(wanting wanted: [Int]) throws(WebProblem) -> WebHead {
        let kept = unsafe Unmanaged.passUnretained(incoming).toOpaque()
        let code = unsafe curl_transfer(
            curl.pointer, waiter.pointer,
            { context in
                guard let context = unsafe context else { return -1 }
                let incoming = unsafe Unmanaged<Incoming>.fromOpaque(context).takeUnretainedValue()
                return incoming.wait().map { Int32($0 / .milliseconds(1)) + 1 } ?? -1
            }, kept)
        if incoming.isTooLarge { throw WebProblem(.tooLarge(most: question.mostBytes)) }
        if incoming.isBetrayed { throw WebProblem(.lessSecure) }
        guard code == CURLE_OK || code == CURLE_HTTP_RETURNED_ERROR else { throw WebProblem(reason(code)) }
        let head = incoming.head
        guard wanted.contains(head.status) else { throw WebProblem(.status(head.status), retryAfter: curl.retryAfter) }
        return head
    }

    private func reason(_ code: CURLcode) -> WebProblem.Reason {
        if let givenUp = incoming.givenUp { return givenUp }
        return switch code {
        case CURLE_OPERATION_TIMEDOUT:
            if case .whole(let limit) = question.patience { .tooSlow(limit: limit) } else { .brokenOff }
        case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects(most: WebQuestion.mostRedirects)
        case CURLE_PARTIAL_FILE, CURLE_BAD_CONTENT_ENCODING: .brokenOff
        case CURLE_RECV_ERROR where incoming.hasStatus: .brokenOff
        case CURLE_UNSUPPORTED_PROTOCOL where !incoming.hasStatus, CURLE_WEIRD_SERVER_REPLY: .notHTTP
        default: .notReached(unsafe String(cString: curl_words(code)))
        }
    }
}

/// libcurl's handle, which is given back when nobody holds it any more.
@safe
private final class Handle {
    let pointer: UnsafeMutableRawPointer

    init(_ pointer: UnsafeMutableRawPointer) { unsafe self.pointer = pointer }

    deinit { unsafe curl_close(pointer) }

    /// How long the server wants not to be asked, as it said with its answer.
    var retryAfter: Duration? {
        var seconds: curl_off_t = 0
        unsafe curl_get_offset(pointer, CURLINFO_RETRY_AFTER, &seconds)
        return seconds > 0 ? .seconds(seconds) : nil
    }
}

/// What the transfer waits with, which a stop sign wakes as long as it is there.
@safe
private final class Waiter {
    let pointer: UnsafeMutableRawPointer
    private let stop: StopSign

    init(_ pointer: UnsafeMutableRawPointer, _ stop: StopSign) {
        unsafe self.pointer = pointer
        self.stop = stop
        unsafe stop.wakes(pointer)
    }

    deinit {
        stop.wakesNobody()
        unsafe curl_waiter_close(pointer)
    }
}

/// The headers of a question, which libcurl reads while it asks.
@safe
private final class HeaderList {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    func add(_ line: String) { unsafe first = curl_lines_adding(first, line) ?? first }

    deinit { unsafe curl_lines_close(first) }
}
