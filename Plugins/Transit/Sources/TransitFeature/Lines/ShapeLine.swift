internal import Geography

/// The way of a line on the map.
typealias ShapeLine = GeoLine
