internal import FeatureKit

/// Where a member was for a while, kept for a group that keeps tracks.
@Record
@Collection("tracks", .on(\.member, \.at), .on(\.group), .on(\.until), person: .deletes(\.person))
struct Track: Equatable {
    var group: ID<Group>
    var member: ID<Member>
    /// The key of the person.
    @Text(1...256) var person: String
    /// The fixes, as exactly as they were shared.
    @Count(1...500) var fixes: [Fix]
    /// When they came.
    var at: Timestamp
    /// When they are deleted.
    var until: Timestamp
}

@Routes("groups", as: "trackRoutes") extension GroupService {
    /// The caller's own track in a group, as GPX.
    @Get("/{group}/track.gpx", .everyone)
    func track(group: ID<Group>, _ call: Call) async throws -> Media {
        let person = try await person(call)
        let (name, fixes) = try await store.read { snapshot in
            let (found, member) = try find(group, person, snapshot)
            let kept = try snapshot.all(tracks, where: [.equals("member", member.key)])
            return (found.document.name, kept.flatMap(\.document.fixes).sorted { $0.time < $1.time })
        }
        return Media(type: "application/gpx+xml", bytes: Array(GPX.text(name, fixes).utf8))
    }

    /// Keeps fixes in the groups that keep tracks, where the members still share them.
    func keep(_ kept: [ID<Member>: (move: LiveGroups.Move, fixes: [Fix])], at now: Timestamp) async throws {
        try await store.transaction { tx in
            for (id, part) in kept {
                guard let member = try tx.get(members, id)?.document, member.sharing != .off,
                    let history = try tx.get(groups, member.group)?.document.history
                else { continue }
                let fixes = member.sharing == .rough ? part.fixes.map(\.rough) : part.fixes
                try tx.insert(
                    tracks,
                    Track(
                        group: member.group, member: id, person: member.person, fixes: fixes, at: now,
                        until: now.advanced(by: history)))
            }
        }
    }
}

/// Tracks in the format that other programs read.
enum GPX {
    static func text(_ name: String, _ fixes: [Fix]) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="Flagstand" xmlns="http://www.topografix.com/GPX/1/1">
            <trk><name>\(escaped(name))</name><trkseg>

            """
        for fix in fixes {
            text += "<trkpt lat=\"\(fix.point.lat)\" lon=\"\(fix.point.lon)\"><time>\(fix.time)</time></trkpt>\n"
        }
        return text + "</trkseg></trk>\n</gpx>\n"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
    }
}
