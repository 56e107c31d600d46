import FeatureKit
import HTTPServer
import HostRuntime
import HostStore

/// What operators ask and do about the modules' stores.
final class OperatorStores: Sendable {
    private let stores: StoreManager
    private let actions: OperatorActions

    init(_ stores: StoreManager, _ actions: OperatorActions) {
        self.stores = stores
        self.actions = actions
    }

    /// The endpoints for stores.
    func fixtures(_ endpoints: OperatorEndpoints) -> [Fixture] {
        let background = endpoints.background
        return [
            Fixture(.get, "/ops/v1/store", endpoints.asking(list)),
            Fixture(
                .post, "/ops/v1/store/check",
                MaintenanceEndpoint<StoresRequest>(stores, background, actions) { (.check, $0.features) }),
            Fixture(
                .post, "/ops/v1/store/backup",
                MaintenanceEndpoint<BackupRequest>(stores, background, actions) {
                    (.backup(to: $0.folder), $0.features)
                }),
            Fixture(
                .post, "/ops/v1/store/compact",
                MaintenanceEndpoint<StoresRequest>(stores, background, actions) { (.compact, $0.features) }),
        ]
    }

    private func list(_ context: RequestContext) async throws(Problem) -> Response {
        do throws(StoreProblem) { return .json(["stores": .list(try await stores.standings().map(\.value))]) } catch {
            throw Problem(error)
        }
    }
}

/// Maintenance of stores; the reports are streamed one by one, since the whole may take longer than an answer may.
struct MaintenanceEndpoint<Wanted: Shaped>: Endpoint {
    let bodyLimit = Operators.bodyLimit
    private let stores: StoreManager
    private let background: BackgroundWork
    private let actions: OperatorActions
    private let meaning: @Sendable (Wanted) -> (StoreMaintenance, [String])
    private let question = EndpointQuestion(Wanted.self, in: .body)

    /// - Parameter meaning: Which work is asked for, and on which stores.
    init(
        _ stores: StoreManager, _ background: BackgroundWork, _ actions: OperatorActions,
        _ meaning: @escaping @Sendable (Wanted) -> (StoreMaintenance, [String])
    ) {
        self.actions = actions
        self.stores = stores
        self.background = background
        self.meaning = meaning
    }

    func answer(_ context: RequestContext) {
        background.go(for: context) { () async throws(Problem) in
            let (maintenance, wanted) = meaning(try question.read(context.request))
            let ids: [String]
            do throws(StoreProblem) { ids = try await stores.plan(maintenance, on: wanted) } catch {
                throw Problem(error)
            }
            if let audited = maintenance.audited {
                try await actions.note(
                    audited.action, of: ids.joined(separator: ", "), for: context, after: audited.after)
            }
            let fields: Fields = ["Content-Type": "application/json", "Cache-Control": "no-store"]
            let body = context.exchange.stream(.ok, fields)
            // If the client has gone, the remaining stores are skipped.
            do throws(StreamClosed) {
                try await body.write(Array("{\"reports\":[".utf8))
                for (index, id) in ids.enumerated() {
                    let report = await stores.perform(maintenance, on: id).value.json
                    try await body.write(Array(((index == 0 ? "" : ",") + report).utf8))
                }
                body.finish(Array("]}".utf8))
            } catch { body.finish() }
        }
    }
}

extension StoreMaintenance {
    /// The action for the audit log; nil for work that only reads.
    fileprivate var audited: (action: AuditAction, after: Value?)? {
        switch self {
        case .check: nil
        case .backup(let folder): (.storeBackup, .text(folder))
        case .compact: (.storeCompact, nil)
        }
    }
}

/// The stores to work on.
struct StoresRequest: Shaped, Codable {
    let features: [String]

    static let shape = Shape.object([featuresField])
    static let featuresField = Field(
        "features", .list(of: .text(length: 1...256), count: 0...StoreFolder.mostFiles),
        "The features whose stores are meant; all of them by default.", default: [])
}

/// The folder for copies of stores.
struct BackupRequest: Shaped, Codable {
    let folder: String
    let features: [String]

    static let shape = Shape.object([
        Field("folder", .text(length: 1...4_096), "The folder for the copies, from the root on; made if missing."),
        StoresRequest.featuresField,
    ])
}

extension Problem {
    /// The HTTP problem for work on stores that was refused.
    init(_ problem: StoreProblem) {
        let detail = "\(problem)"
        switch problem {
        case .unknown: self.init(404, "not-found", detail)
        case .relativeFolder: self.init(400, "invalid", detail)
        case .taken: self.init(409, "taken", detail)
        case .folder: self.init(503, "unavailable", detail)
        }
    }
}
