#!/usr/bin/env python3
"""Writes samples/lap.btsnoop: a lap as two beacons tell it, so that the host has something to hear out of the box.

Usage: python3 Plugins/BLE/Tools/make-sample.py [FILE]      (the same bytes every time)

A FILE that ends in .pcap becomes a pcap of link type 256: the same lap as a sniffer has it, packets in the air with what
the radio says of them, the second beacon in chains of two packets, and some packets that did not arrive whole.
"""

import struct
import sys
from pathlib import Path

# btsnoop counts microseconds since the year 0; the lap starts on 2026-11-20 at 14:00 UTC.
YEAR_0_TO_1970 = 0x00DCDDB30F2F8000
START = YEAR_0_TO_1970 + 1_795_183_200 * 1_000_000
H4 = 1002
RECEIVED_EVENT = 3

NORMAL, SAFETY_CAR, RED_FLAG = 0, 1, 2
TTL = 10
LAP = 75  # seconds

ZONES = {  # zone: (address, when it changes to which mode, temperature)
    1001: (0xC0FFEE000001, [(0, NORMAL), (20, SAFETY_CAR), (35, RED_FLAG), (55, NORMAL)], 24),
    1002: (0xC0FFEE000002, [(0, NORMAL), (22, SAFETY_CAR), (35, RED_FLAG), (58, NORMAL)], -3),
}


def structure(kind, data):
    return bytes([len(data) + 1, kind]) + data


def circuit(zone, mode, sequence, temperature):
    """A version 1 beacon: numbers big-endian, except the company's."""
    payload = struct.pack(">BHBBHBb", 1, zone, mode, 0, sequence, TTL, temperature)
    return structure(0x01, b"\x06") + structure(0xFF, struct.pack("<H", 0x1234) + payload)


def legacy(address, data, rssi):
    """An LE advertising report with one advertisement, as H4 carries it."""
    report = bytes([3, 1]) + address.to_bytes(6, "little") + bytes([len(data)]) + data + struct.pack("b", rssi)
    return event(bytes([0x02, 1]) + report)


def extended(address, data, rssi):
    """The same as an extended report."""
    report = struct.pack("<HB", 0x0000, 1) + address.to_bytes(6, "little")
    report += bytes([1, 2, 0, 0x7F]) + struct.pack("b", rssi) + bytes(9) + bytes([len(data)]) + data
    return event(bytes([0x0D, 1]) + report)


def event(parameters):
    return bytes([0x04, 0x3E, len(parameters)]) + parameters


def checksum(data):
    """CRC-24/BLE, its bits in the order in which they are sent."""
    state = 0xAAAAAA
    for byte in data:
        state ^= byte
        for _ in range(8):
            state = state >> 1 ^ (0xDA6000 if state & 1 else 0)
    return state.to_bytes(3, "little")


def in_the_air(kind, payload, rssi, checked=True):
    """A packet of an advertising channel behind the radio's header, which has looked at the checksum or not."""
    head = bytes([kind | 0x40, len(payload)]) + payload
    flags = 0x0C13 if checked else 0x0013
    radio = struct.pack("<BbbBIH", 0, rssi, -128, 0, 0x8E89BED6, flags)
    return radio + struct.pack("<I", 0x8E89BED6) + head + checksum(head)


def legacy_in_the_air(address, data, rssi):
    return [in_the_air(0, address.to_bytes(6, "little") + data, rssi)]


def extended_in_the_air(address, data, rssi):
    """What points to it, its first half, and the rest; the number of its data is the sequence's."""
    numbers = struct.pack("<H", 0x1000 | data[-4] << 4 & 0xFF0 | data[-3] & 0xF)
    pointer = bytes([0x25, 1, 0])
    with_address = bytes([12, 0x19]) + address.to_bytes(6, "little") + numbers + pointer
    half = len(data) // 2
    return [
        in_the_air(7, bytes([6, 0x18]) + numbers + pointer, rssi),
        in_the_air(7, with_address + data[:half], rssi, checked=False),
        in_the_air(7, bytes([3, 0x08]) + numbers + data[half:], rssi),
    ]


def mode_at(changes, second):
    return [mode for since, mode in changes if since <= second][-1]


def packets(legacy, extended):
    """All packets with the seconds at which they are heard."""
    for second in range(LAP):
        for place, (zone, (address, changes, temperature)) in enumerate(sorted(ZONES.items())):
            data = circuit(zone, mode_at(changes, second), (65_500 + second) % 65_536, temperature)
            rssi = -60 - (second * 7 + place * 5) % 20
            # The second beacon is of the newer kind. Each says everything twice, as beacons do.
            form = extended if place else legacy
            yield second + place * 0.5, form(address, data, rssi)
            yield second + place * 0.5 + 0.1, form(address, data, rssi - 1)
        if second % 5 == 0:  # a passer-by's phone
            phone = structure(0xFF, struct.pack("<H", 0x004C) + bytes([0x10, 0x02, 0x0B, second]))
            yield second + 0.75, legacy(0x5A0000000000 + second, phone, -85)


def btsnoop():
    yield b"btsnoop\0" + struct.pack(">II", 1, H4)
    for second, packet in sorted(packets(legacy, extended)):
        time = START + round(second * 1_000_000)
        yield struct.pack(">IIIIq", len(packet), len(packet), RECEIVED_EVENT, 0, time) + packet


def pcap():
    yield struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 512, 256)
    for second, group in sorted(packets(legacy_in_the_air, extended_in_the_air)):
        if second % 15 == 0.75:  # and one that did not arrive whole
            group = group + [group[0][:-1] + bytes([group[0][-1] ^ 0x10])]
            group[-1] = group[-1][:8] + struct.pack("<H", 0x0413) + group[-1][10:]
        for place, packet in enumerate(group):
            time = START - YEAR_0_TO_1970 + round(second * 1_000_000) + place * 2_000
            yield struct.pack("<IIII", time // 1_000_000, time % 1_000_000, len(packet), len(packet)) + packet


def main():
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[3] / "samples" / "lap.btsnoop"
    target.write_bytes(b"".join(pcap() if target.suffix == ".pcap" else btsnoop()))


if __name__ == "__main__":
    main()
