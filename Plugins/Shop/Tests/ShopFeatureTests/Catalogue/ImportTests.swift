import Baskets
import FeatureKit
import FeatureTestKit
import Media
import Testing

@testable import ShopFeature

/// Files of products, in and out.
@Suite(.timeLimit(.minutes(2))) struct ImportTests {
    private func export(_ format: FileFormat, _ shop: ShopHarness) async throws -> String {
        let media = try await shop.probe.call(ShopService.productExportRoute, .init(format: format), as: staff)
        return String(decoding: media.bytes, as: UTF8.self)
    }

    private func put(_ text: String, _ type: String, _ shop: ShopHarness) async throws -> ImportResult {
        let media = Media(type: type, bytes: Array(text.utf8))
        return try await shop.probe.call(
            ShopService.productImportRoute, .init(file: Upload(media)), as: staff)
    }

    @Test(arguments: [FileFormat.csv, .json]) func whatIsExportedIsImportedAsItWas(_ format: FileFormat) async throws {
        let type = format == .csv ? "text/csv" : "application/json"
        var file = ""
        try await ShopHarness.open { shop in
            let sheet = """
                id,name,kind,category,price,vat,variants,extras,allergens,points,stock,description,from,to
                cola-33,"Cola, 33 cl",food,drinks,"3,50",10,s:Small:0|l:Large:1.50,ice:Ice:0,milk|nuts,north,s=20|l=5,"=1+1
                second line",08:00,12:00

                """
            #expect(try await put(sheet, "text/csv", shop) == ImportResult(added: 1))
            let view = try await shop.probe.call(ShopService.productRoute, .init(product: ID("cola-33")), as: bob)
            #expect(
                view.price == 350 && view.variants.map(\.surcharge) == [0, 150] && view.allergens == [.milk, .nuts])
            #expect(view.stock.map(\.available) == [5, 20] && view.description == "=1+1\nsecond line")
            file = try await export(format, shop)
            #expect(try await put(file, type, shop) == ImportResult(same: 4))
            try await shop.check()
        }
        try await ShopHarness.open { shop in
            let result = try await put(file, type, shop)
            #expect(result.added == 1)
            #expect(try await export(format, shop) == file)
            try await shop.check()
        }
    }

    @Test func whatIsWrongWithAProductIsListedWithItsField() async throws {
        try await ShopHarness.open { shop in
            let wrong = Product.Draft(
                name: "X", kind: .merchandise, category: "c", price: 100, vat: 2_100,
                variants: [ArticleOption(id: "s", name: "S", surcharge: -200)],
                extras: [ArticleOption(id: "a:b", name: "|")], allergens: [.milk],
                points: [ID("nowhere")])
            let refusal = try await shop.probe.refusal {
                try await shop.probe.call(ShopService.productAddRoute, wrong, as: staff)
            }
            #expect(
                refusal?.errors == [
                    RequestProblem("extras", "\"a:b\" has one of : | = ,"),
                    RequestProblem("extras", "the name \"|\" has a |"),
                    RequestProblem("variants", "\"s\" would cost less than nothing"),
                    RequestProblem("allergens", "merchandise has none"),
                    RequestProblem("points", "there is no \"nowhere\""),
                ])
        }
    }

    @Test func everythingThatIsWrongIsToldWithItsLineAndNothingIsTakenOver() async throws {
        try await ShopHarness.open { shop in
            let sheet = """
                id,name,kind,category,price,vat,stock,points,variants
                a,A,food,drinks,free,10,,,
                b,B,snacks,drinks,1.00,10,many,,
                c,C,food,drinks,1.00,10,,,s-Small
                d,,food,drinks,1.00,ten,,,
                e,E,food,drinks,1.00,10,,,
                f,F,food,drinks,1.00,inf,,,
                g,G,food,drinks,1.00,1e300,,,
                h,H,food,drinks,1.00,nan,,,
                i,I,food,drinks,1.500,10,,,

                """
            let refusal = try await shop.probe.refusal { try await put(sheet, "text/csv", shop) }
            let detail = refusal?.detail ?? ""
            for part in [
                "line 2, price: an amount such as 3.50", "line 3, stock: \"many\" is no count such as 12 or s=12",
                "line 4, variants: \"s-Small\" is not written as l:Large:1.50", "line 5, vat: a rate such as 10 or 21",
                "line 7, vat: a rate such as 10 or 21", "line 8, vat: a rate such as 10 or 21",
                "line 9, vat: a rate such as 10 or 21", "line 10, price: an amount such as 3.50",
            ] {
                #expect(detail.contains(part), "\(detail)")
            }
            #expect(refusal?.status == 400)
            #expect(refusal?.errors.first == RequestProblem("file", "line 2, price: an amount such as 3.50"))
            #expect(refusal?.errors.map(\.message).joined(separator: "; ") == detail)
            #expect(try await shop.all(Product.documents).count == 3)
            let wrong = "id,nam,kind,category,price,vat\na,A,food,c,1,10\n"
            let columns = try await shop.probe.refusal { try await put(wrong, "text/csv", shop) }
            #expect(columns?.detail.contains("line 1: there is no column \"nam\"; did you mean \"name\"?") == true)
            let rules = """
                id,name,kind,category,price,vat,points,stock
                a,A,food,c,1,8.2,nowhere,x=1
                a,A,food,c,1,10,,
                a/s,A,food,c,1,10,,

                """
            let broken = try await shop.probe.refusal { try await put(rules, "text/csv", shop) }
            let all = [
                "a: points: there is no \"nowhere\"", "a: stock: there is no \"x\"", "a: it stands there twice",
                "a/s: an id can't have a slash",
            ].joined(separator: "; ")
            #expect(broken?.detail == all)
            let json = try await shop.probe.refusal { try await put("{", "application/json", shop) }
            #expect(json?.status == 400 && json?.errors == [RequestProblem("file", json?.detail ?? "")])
            #expect(try await shop.probe.refusal { try await put("x", "image/png", shop) }?.status == 415)
        }
    }

    @Test func aLargeCatalogueIsImportedAtOnceAndFound() async throws {
        try await ShopHarness.open { shop in
            var sheet = "id,name,kind,category,price,vat,stock\n"
            for number in 0..<5_000 { sheet += "p\(number),Product \(number),food,c\(number % 10),1.00,10,7\n" }
            #expect(try await put(sheet, "text/csv", shop).added == 5_000)
            let found = try await shop.probe.call(
                ShopService.productSearchRoute, ProductSearch(name: "product 4999"), as: bob)
            #expect(found.items.map(\.id.text) == ["p4999"] && found.items.first?.stock.first?.available == 7)
        }
    }

    @Test func whatChangesIsSeenLive() async throws {
        try await ShopHarness.open { shop in
            var live = shop.probe.replies(of: ShopService.catalogueLiveRoute, .init(category: "fans"), as: bob)
                .makeAsyncIterator()
            #expect(try await live.next()?.product?.id.text == "cap")
            #expect(try await live.next()?.isComplete == true)
            let order = try await shop.order(ShopHarness.cap, 2)
            #expect(try await live.next()?.product?.stock.first?.available == 8)
            _ = try await shop.cancel(order.id)
            #expect(try await live.next()?.product?.stock.first?.available == 10)
            _ = try await shop.probe.call(
                ShopService.productChangeRoute, Product.Change(product: ShopHarness.cap, category: "other"), as: staff)
            #expect(try await live.next()?.removed == ShopHarness.cap)
        }
    }
}
