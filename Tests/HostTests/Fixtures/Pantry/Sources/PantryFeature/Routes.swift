import FeatureKit

extension Route where Request == Put, Reply == Shown {
    static var pantryPut: Self { .init("pantry.put", .put, "/jars/{id}", access: .everyone) }
}

extension Route where Request == Add, Reply == Shown {
    static var pantryAdd: Self { .init("pantry.add", .post, "/jars/{id}/add", access: .everyone) }
}

extension Route where Request == Move, Reply == Shown {
    static var pantryMove: Self { .init("pantry.move", .post, "/moves", access: .everyone) }
}

extension Route where Request == Named, Reply == Shown {
    static var pantryGet: Self { .init("pantry.get", .get, "/jars/{id}", access: .everyone) }
}

extension Route where Request == Wanted, Reply == Listed {
    static var pantryList: Self { .init("pantry.list", .get, "/jars", access: .everyone) }
}

extension Route where Request == Named, Reply == Dropped {
    static var pantryDrop: Self { .init("pantry.drop", .delete, "/jars/{id}", access: .everyone) }
    static var pantryForget: Self { .init("pantry.forget", .delete, "/pictures/{id}", access: .everyone) }
}

extension Route where Request == Since, Reply == Changed {
    static var pantryChanges: Self { .init("pantry.changes", .get, "/changes", access: .everyone, streams: true) }
}

extension Route where Request == Photograph, Reply == Photographed {
    static var pantryPhotograph: Self { .init("pantry.photograph", .put, "/pictures/{id}", access: .everyone) }
}

extension Route where Request == Named, Reply == Media {
    static var pantryPicture: Self { .init("pantry.picture", .get, "/pictures/{id}", access: .everyone) }
}
