internal import CURL
internal import FeatureKit
internal import Glibc

/// One question to an address, with libcurl: alone, which blocks, or as one of many in a loop.
@safe
final class Transfer {
    let curl: CurlHandle
    private let question: WebQuestion
    private let stop: StopSign
    private let headers = CurlLines()
    private let incoming: Incoming

    init(_ question: WebQuestion, stop: StopSign, taker: Incoming.Taker) throws(WebProblem) {
        curl = try CurlHandle()
        self.question = question
        self.stop = stop
        incoming = Incoming(of: question, stop: stop, taker: taker)
        for (name, value) in question.fields {
            guard (name + value).utf8.allSatisfy({ $0 != 0 && $0 != 10 && $0 != 13 }) else {
                throw WebProblem(.brokenField(name))
            }
            headers.add("\(name): \(value)")
        }
        // libcurl takes a header of this name to the first server only: not to another host, port or scheme.
        if let bearer = question.bearer { headers.add("Authorization: Bearer \(bearer.reveal())") }
        headers.add("Accept: \(question.accept)")
        // It would wait for a word from the server before it sends a large body.
        if question.body != nil { headers.add("Expect:") }
        options()
    }

    private func options() {
        let kept = unsafe Unmanaged.passUnretained(incoming).toOpaque()
        curl.set(CURLOPT_URL, question.address)
        curl.set(CURLOPT_PROTOCOLS_STR, "http,https")
        curl.set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        curl.set(CURLOPT_USERAGENT, "flagstand")
        if let proxy = question.proxy {
            curl.set(CURLOPT_PROXY, proxy)
            // What the environment excepts from its proxy is not excepted from this one.
            curl.set(CURLOPT_NOPROXY, "")
        }
        if let certificates = question.certificates { curl.set(CURLOPT_CAINFO, certificates) }
        if question.speaksHTTP2 {
            curl.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE))
            // libcurl 7.88 begins HTTP/2 again on such a connection that it uses again, which breaks it (curl 10634).
            curl.set(CURLOPT_FRESH_CONNECT, 1)
            curl.set(CURLOPT_FORBID_REUSE, 1)
        } else if Incoming.scheme(of: question.address) == "https" {
            // Many to one server share a connection that can take several at a time: what that is they agree on before
            // the first request. Without TLS libcurl would wait for the first reply, and for its end even.
            curl.set(CURLOPT_PIPEWAIT, 1)
        }
        if let body = question.body { curl.set(body: body) }
        if question.method != "GET" || question.body != nil { curl.set(CURLOPT_CUSTOMREQUEST, question.method) }
        if question.isPublicOnly { unsafe refusePrivateAddresses(kept) }
        // What comes with an error is not read.
        curl.set(CURLOPT_FAILONERROR, question.takesAnyStatus ? 0 : 1)
        curl.set(CURLOPT_FOLLOWLOCATION, question.takesAnyStatus || question.body != nil ? 0 : 1)
        curl.set(CURLOPT_MAXREDIRS, WebQuestion.mostRedirects)
        if case .whole(let limit) = question.patience {
            curl.set(CURLOPT_TIMEOUT_MS, max(1, Int(limit / .milliseconds(1))))
        }
        // Without it a slow name server would raise a signal in whichever thread comes first.
        curl.set(CURLOPT_NOSIGNAL, 1)
        // Who gives up does not wait for a name server.
        curl.set(CURLOPT_QUICK_EXIT, 1)
        curl.set(CURLOPT_HTTPHEADER, headers)
        unsafe curl.set(CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let incoming = unsafe Unmanaged<Incoming>.fromOpaque(context).takeUnretainedValue()
            let taken = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
            return incoming.take(taken) ? count : 0
        }
        unsafe curl.set(CURLOPT_WRITEDATA, kept)
        unsafe curl.set(CURLOPT_HEADERFUNCTION) { bytes, _, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let incoming = unsafe Unmanaged<Incoming>.fromOpaque(context).takeUnretainedValue()
            let line = unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
            return incoming.hear(line) ? count : 0
        }
        unsafe curl.set(CURLOPT_HEADERDATA, kept)
    }

    private func refusePrivateAddresses(_ kept: UnsafeMutableRawPointer) {
        curl.set(CURLOPT_PROXY, "")
        unsafe curl_set_socket_function(
            curl.pointer,
            { context, _, address in
                guard let context = unsafe context, let address = unsafe address else { return CURL_SOCKET_BAD }
                guard unsafe PublicAddress.isPublic(&address.pointee.addr) else {
                    unsafe Unmanaged<Incoming>.fromOpaque(context).takeUnretainedValue().isPrivate = true
                    return CURL_SOCKET_BAD
                }
                return unsafe socket(
                    address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
                    address.pointee.protocol)
            }, kept)
    }

    /// Asks, and gives the answer to the taker while it comes.
    ///
    /// - Parameter wanted: The statuses of answers that are any good.
    /// - Returns: The head of an answer that has come whole.
    func run(wanting wanted: [Int]) throws(WebProblem) -> WebHead {
        let kept = unsafe Unmanaged.passUnretained(incoming).toOpaque()
        let waiter = try CurlWaiter(stop)
        let code = unsafe curl_transfer(
            curl.pointer, waiter.pointer,
            { context in
                guard let context = unsafe context else { return -1 }
                let incoming = unsafe Unmanaged<Incoming>.fromOpaque(context).takeUnretainedValue()
                return incoming.wait().map { Int32($0 / .milliseconds(1)) + 1 } ?? -1
            }, kept)
        let head = try head(after: code)
        guard wanted.contains(head.status) else { throw WebProblem(.status(head.status), retryAfter: curl.retryAfter) }
        return head
    }

    /// The head of an answer that has ended with this code.
    ///
    /// Where every status is taken, one that is no success counts though the answer breaks off: there is nothing to
    /// take then, and a server that refuses a long body often closes while it is still sent.
    func head(after code: CURLcode) throws(WebProblem) -> WebHead {
        if incoming.isDowngraded { throw WebProblem(.lessSecure) }
        let status = incoming.head.status
        if question.takesAnyStatus && status >= (question.isDoneByStatus ? 200 : 300) { return incoming.head }
        guard code == CURLE_OK || code == CURLE_HTTP_RETURNED_ERROR else { throw WebProblem(reason(code)) }
        // libcurl takes a connection that ends within a head for the end of an answer without a body.
        guard incoming.isHeadWhole else { throw WebProblem(brokenOff) }
        return incoming.head
    }

    private var brokenOff: WebProblem.Reason {
        .brokenOff(after: incoming.received, of: incoming.head["content-length"].flatMap { Int($0) })
    }

    private func reason(_ code: CURLcode) -> WebProblem.Reason {
        if incoming.isTooLarge { return .tooLarge(most: question.mostBytes) }
        if let givenUp = incoming.givenUp { return givenUp }
        if incoming.isPrivate && !incoming.hasStatus { return .notPublic }
        return switch code {
        case CURLE_OPERATION_TIMEDOUT:
            if case .whole(let limit) = question.patience { .tooSlow(limit: limit) } else { brokenOff }
        case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects(most: WebQuestion.mostRedirects)
        case CURLE_PARTIAL_FILE, CURLE_BAD_CONTENT_ENCODING: brokenOff
        case CURLE_RECV_ERROR where incoming.hasStatus, CURLE_HTTP2_STREAM where incoming.hasStatus: brokenOff
        case CURLE_UNSUPPORTED_PROTOCOL where !incoming.hasStatus, CURLE_WEIRD_SERVER_REPLY: .notHTTP
        default: .notReached(unsafe String(cString: curl_words(code)))
        }
    }
}
