@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// What a service manager hears, on real sockets.
@Suite(.timeLimit(.minutes(1)))
struct ServiceManagerTests {
    /// A service manager's end.
    struct Manager {
        let socket: Descriptor

        init(_ name: String) throws {
            let address = try #require(SocketAddress(name: name))
            socket = try Descriptor { Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0) }
            try SystemError.check { unsafe address.withPointer { unsafe bind(socket.number, $0, $1) } }
        }

        /// Waits for the next message, on a thread that no task needs.
        func hear() async -> String? {
            try? await OwnedThread.run("manager") { [socket] in
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = unsafe recv(socket.number, &bytes, bytes.count, 0)
                return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            }
        }
    }

    let scratch: TestFolder

    init() throws { scratch = try TestFolder() }

    func environment(_ more: [String: String] = [:]) -> [String: String] {
        more.merging(["NOTIFY_SOCKET": scratch["notify"]]) { $1 }
    }

    @Test func `every message, word for word`() async throws {
        let manager = try Manager(scratch["notify"])
        let service = ServiceManager(environment: environment())
        service.ready()
        #expect(await manager.hear() == "READY=1")
        service.reloading(at: .nanoseconds(12_345_678_901))
        #expect(await manager.hear() == "RELOADING=1\nMONOTONIC_USEC=12345678")
        service.status("ble active\nREADY=0\r\nx")
        #expect(await manager.hear() == "STATUS=ble active READY=0 x")
        service.stopping()
        #expect(await manager.hear() == "STOPPING=1")
        #expect(service.undelivered == 0)
    }

    @Test func `a name in the abstract namespace`() async throws {
        let name = "@flagstand-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let manager = try Manager(name)
        ServiceManager(environment: ["NOTIFY_SOCKET": name]).ready()
        #expect(await manager.hear() == "READY=1")
    }

    @Test(arguments: ["", "@", "relative", "vsock:2:1234", "/" + String(repeating: "x", count: 107)])
    func `a name that is no address is left alone`(name: String) async {
        let service = ServiceManager(environment: ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "1000000"])
        service.ready()
        #expect(service.beatEvery == nil)
        #expect(service.undelivered == 0)
    }

    @Test func `the longest path is an address`() {
        #expect(SocketAddress(name: "/" + String(repeating: "x", count: 106)) != nil)
    }

    @Test func `without a manager nothing is told`() async {
        let service = ServiceManager(environment: [:])
        service.ready()
        await service.keepBeating(clock: TestClock().source) { true }
        #expect(service.undelivered == 0)
    }

    @Test func `a manager that is gone costs nothing but the message`() async throws {
        let service = ServiceManager(environment: environment())
        service.ready()
        #expect(service.undelivered == 1)
        let manager = try Manager(scratch["notify"])
        service.ready()
        #expect(await manager.hear() == "READY=1")
        #expect(service.undelivered == 1)
    }

    @Test func `a manager that does not listen is not waited for`() async throws {
        let manager = try Manager(scratch["notify"])
        let service = ServiceManager(environment: environment())
        let messages = 2000  // more than any queue of datagrams keeps by default
        for _ in 0..<messages { service.ready() }
        #expect((1..<messages).contains(service.undelivered))
        #expect(await manager.hear() == "READY=1")
    }

    @Test(
        arguments: [
            (["WATCHDOG_USEC": "3000000"], Duration.milliseconds(1500)),
            (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "77"], .milliseconds(1500)),
            (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "78"], nil), (["WATCHDOG_USEC": "soon"], nil),
            (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "-5"], nil), (["WATCHDOG_PID": "77"], nil),
            (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": ""], nil),
        ] as [([String: String], Duration?)])
    func `the watchdog's limit is halved, where it is meant for this process`(
        variables: [String: String], every: Duration?
    ) {
        #expect(ServiceManager(environment: environment(variables), pid: 77).beatEvery == every)
    }

    @Test func `a host that is alive says so at every half of the limit, one that is not does not`() async throws {
        let manager = try Manager(scratch["notify"])
        let service = ServiceManager(environment: environment(["WATCHDOG_USEC": "3000000"]))
        let clock = TestClock()
        let isAlive = Lock(true)
        let asked = Lock(0)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await service.keepBeating(clock: clock.source) {
                    asked.withLock { $0 += 1 }
                    return isAlive.withLock { $0 }
                }
            }
            await clock.sleepers(atLeast: 1)
            #expect(await manager.hear() == "WATCHDOG=1")
            clock.advance(by: .milliseconds(1499))
            service.status("too early")
            #expect(await manager.hear() == "STATUS=too early")
            clock.advance(by: .milliseconds(1))
            #expect(await manager.hear() == "WATCHDOG=1")
            await clock.sleepers(atLeast: 1)

            isAlive.withLock { $0 = false }
            clock.advance(by: .milliseconds(1500))
            await clock.sleepers(atLeast: 1)
            service.status("not alive")
            #expect(await manager.hear() == "STATUS=not alive")
            isAlive.withLock { $0 = true }
            clock.advance(by: .milliseconds(1500))
            #expect(await manager.hear() == "WATCHDOG=1")
            await clock.sleepers(atLeast: 1)
            #expect(asked.withLock { $0 } == 4)
            group.cancelAll()
        }
    }

    @Test func `a host that never answers is never said to be alive`() async throws {
        let manager = try Manager(scratch["notify"])
        let service = ServiceManager(environment: environment(["WATCHDOG_USEC": "3000000"]))
        let asked = Signal()
        let answer = Signal()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await service.beat {
                    asked.raise()
                    await answer.wait()
                    return true
                }
            }
            await asked.wait()
            service.status("nothing before this")
            #expect(await manager.hear() == "STATUS=nothing before this")
            answer.raise()
            await group.waitForAll()
            #expect(await manager.hear() == "WATCHDOG=1")
        }
    }
}
