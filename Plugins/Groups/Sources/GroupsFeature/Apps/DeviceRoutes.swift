internal import Crypto
internal import FeatureKit

/// An app from a store that says where somebody is, by a token of its own.
@Record @Collection("devices", .on(\.person, \.made), .unique(\.hash), person: .deletes(\.person))
struct Device: Equatable {
    static let mostPerPerson = 10

    /// The key of the person.
    @Text(1...256) var person: String
    /// The name of the device.
    @Public @Text(1...40) var name: String
    /// The SHA-256 of its token.
    @Text(64...64) var hash: String
    /// When it was added.
    @Public var made: Timestamp
}

/// The devices of somebody.
@Record struct DeviceList: Equatable {
    /// Each device.
    var items: [Device.View]
}

/// A device that was just added.
@Record struct NewDevice: Equatable {
    /// The device.
    var device: Device.View
    /// Its token, which is shown this once.
    @Text(1...100) var token: String
    /// The path for OwnTracks in its mode HTTP.
    @Text(1...100) var ownTracks: String
    /// The path for Traccar Client.
    @Text(1...100) var traccar: String
}

@Routes("groups", as: "deviceRoutes") extension GroupService {
    /// Adds a device: an app such as OwnTracks that says where the caller is.
    /// - Parameter name: What the caller calls it.
    @Post("/devices", .user)
    func addDevice(@Text(1...40) name: String, _ call: Call) async throws -> NewDevice {
        let person = try await person(call)
        let token = Base64URL.text(SecureRandom.bytes(18))
        let stored = try await store.transaction { tx in
            guard try tx.count(devices, where: [.equals("person", person)]) < Device.mostPerPerson else {
                throw GroupRefusal.tooManyDevices(most: Device.mostPerPerson)
            }
            return try tx.insert(
                devices, Device(person: person, name: name, hash: Self.hash(token), made: clock.now))
        }
        return NewDevice(
            device: stored.view, token: token, ownTracks: "owntracks/\(token)", traccar: "traccar/\(token)")
    }

    /// The caller's devices.
    @Get("/devices", .user)
    func ownDevices(_ call: Call) async throws -> DeviceList {
        let person = try await person(call)
        let found = try await devices.query(
            where: [.equals("person", person)], order: .by("made"), limit: Device.mostPerPerson)
        return DeviceList(items: found.items.map(\.view))
    }

    /// Removes a device, whose token is worth nothing any more.
    @Delete("/devices/{device}", .user)
    func removeDevice(device: ID<Device>, _ call: Call) async throws -> Done {
        let person = try await person(call)
        return try await store.transaction { tx in
            guard try tx.get(devices, device)?.document.person == person else { throw GroupRefusal.noDevice }
            try tx.delete(devices, device)
            return Done()
        }
    }

    /// The person whose device has a token.
    func person(withToken token: String) async throws -> String {
        guard let device = try await devices.first(where: [.equals("hash", Self.hash(token))]) else {
            throw GroupRefusal.noDevice
        }
        return device.document.person
    }

    private static func hash(_ token: String) -> String { Hex.text(Hash.sha256(Array(token.utf8))) }
}
