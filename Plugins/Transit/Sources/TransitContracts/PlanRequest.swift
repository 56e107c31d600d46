public import FeatureKit

/// What somebody asks the planner.
@Record public struct PlanRequest: Equatable {
    /// Where it starts: the id of a stop or station, or a place as `lat,lon`.
    @Text(1...300) public var from: String
    /// Where it ends.
    @Text(1...300) public var to: String
    /// Not before when, as HH:MM; now where no time is given.
    @Name("departure_time") @Text(1...8) public var departureTime: String?
    /// By when one has to be there, as HH:MM.
    @Name("arrival_time") @Text(1...8) public var arrivalTime: String?
    /// On which day, as YYYY-MM-DD; today where none is given.
    @Text(1...10) public var date: String?
    /// How often one may change; 3 where it is not given.
    @Name("max_transfers") @In(0...5) public var maxTransfers: Int = 3
    /// How many journeys are wanted; as the flag says where it is not given.
    @Name("max_alternatives") @In(1...5) public var maxAlternatives: Int?
    /// All journeys that depart within so many minutes, or arrive within so many before `arrival_time`.
    @In(1...360) public var window: Int?
    /// The journeys that depart after this one, as its `departure` says.
    @Text(19...19) public var later: String?
    /// The journeys that depart before this one.
    @Text(19...19) public var earlier: String?
    /// Stops or stations to pass, in this order.
    @Text(1...300) @Count(0...3) public var via: [String] = []
    /// The only modes to use, such as metro.
    @Text(1...40) @Count(0...20) public var modes: [String] = []
    /// The only lines to use.
    @Text(1...300) @Count(0...100) public var lines: [String] = []
    /// Lines not to use.
    @Name("banned_lines") @Text(1...300) @Count(0...100) public var bannedLines: [String] = []
    /// Whether vehicles and stops must be fit for a wheelchair.
    public var wheelchair: Bool = false
    /// Whether journeys that are slower and walk less are shown, too.
    @Name("less_walking") public var lessWalking: Bool = false
    /// How many seconds each change takes longer.
    @In(0...3_600) public var slack: Int?
    /// In which language messages are: es or en.
    @Text(2...10) public var language: String = "es"
}

extension Route where Request == PlanRequest, Reply == RoutePlan {
    /// Plans journeys for another module.
    public static var transitPlan: Self {
        .init(forModules: "transit.plan", summary: "Plans journeys for another module.")
    }
}

/// What an agency announces, as long as it holds.
@Record @Topic("transit.alerts", retain: .latest(per: "id", until: "isOver", most: 1_000), watchable: true)
public struct ServiceAlert: Equatable {
    /// Its id.
    @Text(1...300) public var id: String
    /// The lines that it is about.
    @Text(1...300) @Count(0...500) public var lines: [String]
    /// The stops that it is about.
    @Text(1...300) @Count(0...500) public var stops: [String]
    /// What is announced.
    @Text(0...4_000) public var message: String
    /// How bad it is.
    public var severity: AlertSeverity
    /// Whether it holds no more.
    public var isOver: Bool
}
