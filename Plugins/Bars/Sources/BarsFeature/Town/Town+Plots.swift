internal import FeatureKit

extension Town {
    /// What is written down here of a bar.
    struct Plot {
        let id, name, type: String
        let lat, lon: Double
        let address, owner, says: String
        /// Unless it has tables.
        var seats: Int64 = 0
        var tables: [Table] = []
        var days: [Weekday] = []
        var lunch: [Int64] = []
        var dinner: [Int64] = []
    }

    /// Tables in a row, of which each can be pushed to the next.
    private static func row(_ letter: String, _ seats: [Int64]) -> [Table] {
        seats.indices.map { index in
            Table(
                id: "\(letter)\(index + 1)", seats: seats[index],
                joins: index + 1 < seats.count ? ["\(letter)\(index + 2)"] : [])
        }
    }

    private static let weekdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
    private static let notOnMondays: [Weekday] = [.tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]

    static let plots = [
        // Around the circuit.
        Plot(
            id: "cafe-del-paddock", name: "Cafè del Paddock", type: "fast", lat: 41.5702, lon: 2.2604,
            address: "Camí del Circuit 2, Montmeló", owner: "neus",
            says: "Entrepans i cafè fins que plega l'últim mecànic.",
            seats: 60, lunch: [4, 2, 6], dinner: [2, 2]),
        Plot(
            id: "corba-quatre", name: "La Corba Quatre", type: "meat", lat: 41.5683, lon: 2.2571,
            address: "Carrer de la Graella 4, Montmeló", owner: "ramon",
            says: "Brasa d'alzina. Es veu la recta des de la terrassa.",
            tables: row("T", [2, 2, 4, 4, 6]) + [Table(id: "Barra", seats: 6)], lunch: [2, 4],
            dinner: [6, 4, 4, 2, 2, 3, 5]),
        Plot(
            id: "boxes", name: "Bar dels Boxes", type: "fast", lat: 41.5716, lon: 2.2583,
            address: "Camí del Circuit 9, Montmeló", owner: "neus",
            says: "Plats combinats en el temps d'un canvi de rodes.",
            seats: 40, days: weekdays, lunch: [3, 3, 4, 2]),
        Plot(
            id: "pit-stop", name: "El Pit Stop de l'Àvia", type: "rustic", lat: 41.5667, lon: 2.2633,
            address: "Carrer del Forn 17, Montmeló", owner: "assumpta", says: "Escudella, fricandó i cap pressa.",
            tables: row("A", [4, 4, 4]) + row("B", [2, 2, 2]), days: notOnMondays, lunch: [8, 2], dinner: [4, 3]),
        Plot(
            id: "sardina-felic", name: "La Sardina Feliç", type: "fish", lat: 41.5738, lon: 2.2652,
            address: "Carrer del Pont 3, Parets del Vallès", owner: "ignasi",
            says: "Sardines a la planxa quan n'hi ha; si no, verat.",
            // It is full for dinner, and somebody waits.
            seats: 12, dinner: [4, 4, 4, 3]),
        // Montmeló.
        Plot(
            id: "ca-l-angela", name: "Ca l'Àngela", type: "pasta", lat: 41.5523, lon: 2.2478,
            address: "Carrer Nou 21, Montmeló", owner: "angela", says: "Pasta fresca de cada matí.", seats: 34,
            lunch: [2, 5], dinner: [4, 2, 2]),
        Plot(
            id: "gran-muralla", name: "Gran Muralla", type: "chinese", lat: 41.5511, lon: 2.2459,
            address: "Carrer de l'Estació 8, Montmeló", owner: "wei", says: "Xiaolongbao fets a mà, menú els migdies.",
            seats: 80,
            lunch: [2, 2, 4], dinner: [6]),
        Plot(
            id: "frankfurt-bolid", name: "Frankfurt Can Bòlid", type: "fast", lat: 41.5537, lon: 2.2502,
            address: "Plaça de la Quintana 1, Montmeló", owner: "pere",
            says: "Frankfurts, patates i mostassa de la forta.", seats: 24),
        Plot(
            id: "brasa-i-vi", name: "Brasa i Vi", type: "meat", lat: 41.5495, lon: 2.2441,
            address: "Carrer de Baix 30, Montmeló", owner: "ramon", says: "Xai, botifarra i vins del Vallès.",
            tables: row("M", [4, 4, 6, 6]), days: notOnMondays, dinner: [4, 6, 5]),
        Plot(
            id: "xiringuito-del-congost", name: "Xiringuito del Congost", type: "fish", lat: 41.5549, lon: 2.2521,
            address: "Passeig del Congost, Montmeló", owner: "ignasi", says: "Calamars i clares a la vora del riu.",
            seats: 30,
            days: [.friday, .saturday, .sunday], lunch: [4]),
        // Granollers.
        Plot(
            id: "cafe-dels-arcs", name: "Cafè dels Arcs", type: "rustic", lat: 41.6081, lon: 2.2875,
            address: "Plaça del Mercat 5, Granollers", owner: "mercè", says: "Esmorzars de forquilla i vermut.",
            seats: 48,
            lunch: [2, 2, 2], dinner: [4]),
        Plot(
            id: "cafe-nuria", name: "Café Núria", type: "pasta", lat: 41.6069, lon: 2.2891,
            address: "Carrer de Sant Roc 12, Granollers", owner: "nuria",
            says: "Canelons els diumenges, i els altres dies també.",
            tables: row("N", [2, 2, 2, 2]) + row("O", [4, 4]), lunch: [4], dinner: [2, 6]),
        Plot(
            id: "peix-fregit", name: "Peix Fregit Ca la Tona", type: "fish", lat: 41.6092, lon: 2.2862,
            address: "Carrer de la Peixateria 3, Granollers", owner: "tona",
            says: "De la llotja de Blanes, cada dia menys dilluns.",
            seats: 36, days: notOnMondays, dinner: [2, 2, 4]),
        Plot(
            id: "o-percebe", name: "O Percebe Tímido", type: "fish", lat: 41.6057, lon: 2.2849,
            address: "Carrer de Corró 41, Granollers", owner: "xoán", says: "Polbo á feira e viño da casa.", seats: 28,
            lunch: [3], dinner: [4, 4]),
        Plot(
            id: "drac-daurat", name: "El Drac Daurat", type: "chinese", lat: 41.6043, lon: 2.2883,
            address: "Carrer de Joan Prim 60, Granollers", owner: "wei", says: "Fondue de Sichuan, picant de debò.",
            seats: 70,
            dinner: [8, 4]),
        Plot(
            id: "fideus-lanzhou", name: "Fideus de Lanzhou", type: "chinese", lat: 41.6101, lon: 2.2907,
            address: "Carrer de Girona 88, Granollers", owner: "li", says: "Fideus estirats davant teu.", seats: 22,
            days: weekdays,
            lunch: [1, 2, 1]),
        Plot(
            id: "cavallino", name: "Trattoria il Cavallino", type: "pasta", lat: 41.6064, lon: 2.2918,
            address: "Carrer d'Anselm Clavé 7, Granollers", owner: "angela", says: "Vermella, i la salsa també.",
            tables: row("C", [2, 4, 4, 2]), dinner: [4, 2]),
        Plot(
            id: "recta", name: "Entrepans la Recta", type: "fast", lat: 41.6029, lon: 2.2858,
            address: "Carretera de Masnou 15, Granollers", owner: "pere", says: "El més llarg fa mig metre.", seats: 32,
            lunch: [2]),
        Plot(
            id: "cal-ganxo", name: "Cal Ganxó", type: "meat", lat: 41.6112, lon: 2.2839,
            address: "Carrer del Lledoner 27, Granollers", owner: "jordina",
            says: "Vedella dels Pirineus, de la carnisseria del costat.",
            seats: 44, days: notOnMondays, dinner: [4, 4, 2]),
        // Villages around.
        Plot(
            id: "masia-torreblanca", name: "Masia Torreblanca", type: "rustic", lat: 41.5871, lon: 2.2398,
            address: "Camí de Can Fermí, Lliçà de Vall", owner: "assumpta",
            says: "Calçots de gener a març, arròs de conill tot l'any.",
            tables: row("P", [8, 8, 8, 8]) + row("G", [4, 4, 4]), days: [.thursday, .friday, .saturday, .sunday],
            lunch: [16, 4]),
        Plot(
            id: "hort-d-en-pau", name: "L'Hort d'en Pau", type: "rustic", lat: 41.5622, lon: 2.2187,
            address: "Carrer de la Riera 6, Parets del Vallès", owner: "pau", says: "El que surt de l'hort, i ous.",
            seats: 26, lunch: [2, 2]),
        Plot(
            id: "arrossos-de-dins", name: "Arrossos de Mar Endins", type: "fish", lat: 41.5384, lon: 2.2129,
            address: "Rambla Nova 33, Mollet del Vallès", owner: "tona", says: "Arròs negre, senyoret i a banda.",
            seats: 52,
            days: notOnMondays, lunch: [6, 4], dinner: [2]),
        Plot(
            id: "cantina-vella", name: "La Cantina Vella", type: "meat", lat: 41.5401, lon: 2.2093,
            address: "Plaça de l'Estació, Mollet del Vallès", owner: "jordina",
            says: "Galtes, peus de porc i el tren de les nou.",
            seats: 38, days: weekdays, lunch: [4, 2]),
        Plot(
            id: "ravioli-i-companyia", name: "Ravioli i Companyia", type: "pasta", lat: 41.5765, lon: 2.2963,
            address: "Carrer Major 11, Vilanova del Vallès", owner: "nuria", says: "Farcits de temporada.", seats: 30,
            dinner: [3, 2]),
    ]
}
