#!/usr/bin/env python3
"""Writes the seeds of Fuzz/corpus for ble's harnesses: what beacons and radios send, and what they should not.

Usage: python3 Plugins/BLE/Tools/make-seeds.py      (the same bytes every time)
"""

import importlib.util
import struct
from pathlib import Path

here = Path(__file__)
spec = importlib.util.spec_from_file_location("sample", here.with_name("make-sample.py"))
sample = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sample)

ADDRESS = 0xC0FFEE000001
SAID = sample.circuit(1001, sample.RED_FLAG, 65_535, -3)
STAFF = bytes([2, 0xDE, 0xAD, 0xBE, 0xEF, 0x03, 0xE9, 3, 1, 0, 9, 60, 0])
SEAL = bytes([0xF0, 0x12, 0x34, 1, 2, 3, 4, 5, 6, 7])


def ours(payload):
    return sample.structure(0xFF, b"\x34\x12" + payload)


def report(data, status=0, address=ADDRESS, chosen=1):
    """An extended report, without the event around it."""
    return struct.pack("<HB", status << 5, 1) + address.to_bytes(6, "little") + bytes([1, 2, chosen, 0x7F, 0xC4]) + bytes(
        9) + bytes([len(data)]) + data


def events(*parts):
    """What the harness of events takes: how it is framed, how long it is, the packet."""
    return b"".join(bytes([form, len(packet)]) + packet for form, packet in parts)


def event(reports):
    return bytes([0x0D, len(reports)]) + b"".join(reports)


def air(*payloads):
    """What the harness of packets takes: header, length, payload."""
    return b"".join(bytes([kind, len(payload)]) + payload for kind, payload in payloads)


def pcap(link, packets, order="<", magic=0xA1B2C3D4, snap=512):
    head = struct.pack(order + "IHHIIII", magic, 2, 4, 0, 0, snap, link)
    return head + b"".join(
        struct.pack(order + "IIII", second, 5, len(packet), len(packet)) + packet
        for second, packet in enumerate(packets))


def btsnoop(link, packets, flags=3):
    head = b"btsnoop\0" + struct.pack(">II", 1, link)
    return head + b"".join(
        struct.pack(">IIIIq", len(packet), len(packet), flags, 0, sample.START + second) + packet
        for second, packet in enumerate(packets))


little = ADDRESS.to_bytes(6, "little")
whole = sample.legacy(ADDRESS, SAID, -60)
seeds = {
    "Advert": {
        "beacon": SAID,
        "staff": ours(STAFF),
        "signed": SAID + ours(SEAL),
        "several": sample.structure(0xFF, b"\x4c\0") + ours(STAFF) + SAID,
        "ended": b"\x02\x01\x06\0\0" + SAID,
        "overrun": SAID + b"\x09\xff\x34\x12",
        "payload": SAID[7:],
    },
    "HCI": {
        "legacy": events((1, whole[1:])),
        "framed": events((0, whole[1:]), (2, whole[1:]), (3, whole[1:]), (4, whole[1:])),
        "several": events((7, bytes([2, 2]) + (bytes([3, 1]) + little + bytes([len(SAID)]) + SAID + b"\xc4") * 2)),
        "pieces": events((7, event([report(SAID[:9], 1)])), (7, event([report(SAID[9:])]))),
        "among": events(
            (7, event([report(SAID), report(SAID[:5], 1, chosen=2), report(b"", 2)])), (15, event([report(SAID, 0)]))),
        "many": events(*((7, event([report(b"\x02\x01\x06", 1, address)])) for address in range(70))),
        "air": events((6, sample.legacy_in_the_air(ADDRESS, SAID, -60)[0])),
    },
    "Packet": {
        "legacy": air((0x40, little + SAID), (0x42, little + SAID), (0x46, little), (4, little + SAID)),
        "extended": air((0x47, bytes([7, 0x01]) + little + SAID)),
        "chain": air(*((0x47, packet[16:-3]) for packet in sample.extended_in_the_air(ADDRESS, SAID, -60))),
        "periodic": air((0x47, bytes([25, 0x21]) + little + bytes(18) + SAID)),
        "other": air((0x43, little * 2), (0x45, bytes(34))),
    },
    "Capture": {
        "h1": btsnoop(1001, [whole[1:]]),
        "h4": btsnoop(1002, [whole, sample.extended(ADDRESS, SAID, -61)]),
        "monitor": btsnoop(2001, [whole[1:]]),
        "direction": pcap(201, [b"\0\0\0\1" + whole]),
        "big": pcap(254, [b"\0\0\0\3" + whole[1:]], ">", 0xA1B23C4D),
        "air": pcap(251, [packet[10:] for packet in sample.extended_in_the_air(ADDRESS, SAID, -60)]),
        "radio": pcap(256, sample.legacy_in_the_air(ADDRESS, SAID, -60), snap=0),
        "cut": pcap(201, [b"\0\0\0\1" + whole])[:-3],
        "next": b"\x0a\x0d\x0d\x0a\x1c\0\0\0\x4d\x3c\x2b\x1a",
    },
}

for harness, files in seeds.items():
    folder = here.parents[3] / "Fuzz" / "corpus" / harness
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
