internal import CURL

/// libcurl's handle, which is given back when nobody holds it any more.
@safe
final class CurlHandle {
    let pointer: UnsafeMutableRawPointer

    /// What tells it from others while it is there.
    var number: UInt { unsafe UInt(bitPattern: pointer) }

    init() throws(WebProblem) {
        guard curl_wake(), let pointer = unsafe curl_open() else { throw CurlHandle.noLibrary }
        unsafe self.pointer = pointer
    }

    deinit { unsafe curl_close(pointer) }

    static let noLibrary = WebProblem(.notReached("libcurl does not start"))

    func set(_ option: CURLoption, _ text: String) { _ = unsafe curl_set_text(pointer, option, text) }
    func set(_ option: CURLoption, _ number: Int) { _ = unsafe curl_set_number(pointer, option, number) }
    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        _ = unsafe curl_set_pointer(pointer, option, value)
    }
    func set(_ option: CURLoption, _ lines: CurlLines) { unsafe set(option, UnsafeMutableRawPointer(lines.first)) }
    func set(
        _ option: CURLoption,
        _ function: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int
    ) { _ = unsafe curl_set_data_function(pointer, option, function) }
    /// Sets the body of a request, of which libcurl keeps a copy.
    func set(body: [UInt8]) {
        set(CURLOPT_POSTFIELDSIZE, body.count)
        // An empty body has no address, but is one.
        unsafe (body + [0]).withUnsafeBytes {
            unsafe set(CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
        }
    }

    /// How long the server wants not to be asked, as it said with its answer.
    var retryAfter: Duration? {
        var seconds: curl_off_t = 0
        unsafe curl_get_offset(pointer, CURLINFO_RETRY_AFTER, &seconds)
        return seconds > 0 ? .seconds(seconds) : nil
    }
}

/// What transfers wait with, which a stop sign wakes as long as it is there.
@safe
final class CurlWaiter {
    let pointer: UnsafeMutableRawPointer
    private let stop: StopSign

    init(_ stop: StopSign) throws(WebProblem) {
        guard curl_wake(), let pointer = unsafe curl_waiter_open() else { throw CurlHandle.noLibrary }
        unsafe self.pointer = pointer
        self.stop = stop
        unsafe stop.wakes(pointer)
    }

    deinit {
        stop.wakesNobody()
        unsafe curl_waiter_close(pointer)
    }
}

/// Lines that libcurl reads while it asks, such as the fields of a request.
@safe
final class CurlLines {
    fileprivate(set) var first: UnsafeMutablePointer<curl_slist>?

    func add(_ line: String) { unsafe first = curl_lines_adding(first, line) ?? first }

    deinit { unsafe curl_lines_close(first) }
}
