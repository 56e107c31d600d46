internal import FeatureKit

extension Office {
    func image(_ request: Named) async throws -> Media {
        let (bar, image) = (request.bar, Picture.blob(of: request.bar))
        return try await store.read { snapshot in
            guard try snapshot.get(bars, bar) != nil else { throw RouteError.noBar }
            guard let media = try snapshot.blobs.get(image) else { throw RouteError.noImage }
            return media
        }
    }

    /// The bytes and what is known of them are written at once, and nobody sees one without the other.
    func putImage(_ request: PutImage, _ call: Call) async throws -> BarShown {
        let media = request.image
        // Read before the transaction, which may run again, and told after it is known whose bar that is.
        let head = Result { () throws(RouteError) in try PictureHead(of: media) }
        return try await edit(request.bar, call) { bar, id, tx in
            let head = try head.get()
            let blob = try tx.blobs.put(
                Media(type: head.format.rawValue, bytes: media.bytes), id: Picture.blob(of: id))
            bar.image = Picture(
                type: blob.type, width: head.width, height: head.height, bytes: Int64(blob.size), tag: blob.hash)
        }
    }

    func removeImage(_ request: Named, _ call: Call) async throws -> BarShown {
        try await edit(request.bar, call) { bar, id, tx in
            guard try tx.blobs.delete(Picture.blob(of: id)) else { throw RouteError.noImage }
            bar.image = nil
        }
    }

    /// Changes of a bar what no booking depends on.
    private func edit(
        _ id: String, _ call: Call, _ change: @escaping @Sendable (inout Bar, String, StoreTransaction) throws -> Void
    ) async throws -> BarShown {
        let stored = try await store.transaction { tx in
            var bar = try own(id, call, tx).document
            try change(&bar, id, tx)
            return try tx.put(bars, bar, id: id)
        }
        guide.withLock { $0.show(stored) }
        return shown(stored, to: call)
    }
}

extension PictureHead {
    /// Reads what somebody sends as a picture.
    ///
    /// - Throws: What is wrong with it, in words.
    fileprivate init(of media: Media) throws(RouteError) {
        guard let format = Format(media.bytes) else { throw .noPicture }
        guard !format.contradicts(media.type) else { throw .otherPicture(said: media.type, is: format) }
        do { try self.init(media.bytes, format) } catch { throw .damaged(format, error) }
        let sides = 1...Picture.mostPixels
        guard sides.contains(width), sides.contains(height) else { throw .pictureSides(width, height) }
    }
}
