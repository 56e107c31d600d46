internal import CLinux

extension Descriptor {
    /// Takes room on the disk behind what the file holds, which does not count as held.
    package func takeRoom(from offset: Int, count: Int) throws(SystemError) {
        try SystemError.check { take_room(number, Int64(offset), Int64(count)) }
    }
}
