import Testing

@testable import Speech

@Suite struct SpokenTextTests {
    @Test(arguments: [
        ("1 metro", "1 metro"), ("1 m", "un metro"), ("2 m", "dos metros"), ("21 m", "veintiún metros"),
        ("31 min", "treinta y un minutos"), ("1 h", "una hora"), ("21 h", "veintiuna horas"),
        ("201 h", "doscientas una horas"), ("101 m", "ciento un metros"), ("100 m.", "cien metros."),
        ("1.500 m", "mil quinientos metros"), ("21.000 h", "veintiuna mil horas"),
        ("1.000.000 m", "un millón de metros"), ("2.100.001 €", "dos millones cien mil un euros"),
        ("en 1,5 km", "en un kilómetro y medio"), ("0,5 km", "medio kilómetro"), ("2,50 h", "dos horas y media"),
        ("1,2 km", "uno coma dos kilómetros"), ("1,05 km", "uno coma cero cinco kilómetros"),
        ("1.5 km", "un kilómetro y medio"), ("3,0 km", "tres kilómetros"),
        ("36,5 °C", "treinta y seis coma cinco grados"),
        ("a -1 °C, hoy", "a menos un grado, hoy"), ("−3°", "menos tres grados"),
        ("80 km/h", "ochenta kilómetros por hora"),
        ("21 %", "veintiuno por ciento"), ("0,5%", "cero coma cinco por ciento"),
        ("12,50 €", "doce euros con cincuenta"), ("1,00 €", "un euro"), ("0,01 €", "un céntimo"),
        ("12,5 €", "doce euros con cincuenta"),
        ("Salida 14:05", "Salida las catorce cero cinco"), ("a las 14:05 h", "a las catorce cero cinco"),
        ("a la 1:30", "a la una treinta"), ("21:00", "las veintiuna en punto"), ("0:10", "las cero diez"),
    ]) func spanishIsSpokenRight(text: String, words: String) {
        #expect(SpokenText.text(text, in: "es-ES") == words)
    }

    @Test(arguments: [
        ("1 m", "one metre"), ("200 m", "two hundred metres"), ("1,205 m", "one thousand two hundred and five metres"),
        ("1,005 m", "one thousand and five metres"), ("1.5 km", "one and a half kilometres"), ("0.5 h", "half an hour"),
        ("0.5 km", "half a kilometre"), ("1.25 km", "one point two five kilometres"), ("-1 °C", "minus one degree"),
        ("21%", "twenty-one per cent"), ("€12.50", "twelve euros fifty"), ("€0.50", "fifty cents"),
        ("3 €", "three euros"),
        ("14:05", "two oh five p.m."), ("at 9:00", "at nine a.m."), ("12:00", "noon"), ("00:00", "midnight"),
        ("12:30", "twelve thirty p.m."), ("0:30", "twelve thirty a.m."),
    ]) func englishIsSpokenRight(text: String, words: String) {
        #expect(SpokenText.text(text, in: "en") == words)
    }

    @Test func whatIsNoNumberWithAUnitStaysAsItIs() {
        for text in [
            "zona 4", "7K2M-9QX4", "24/12/2026", "1.2.3", "25:00", "5 mm", "5h30", "F1", "192.168.1.20", "10:20:30",
            "99999999999 m", "",
        ] {
            #expect(SpokenText.text(text, in: "es") == text && SpokenText.text(text, in: "en") == text, "\(text)")
        }
        #expect(SpokenText.text("1,5 km", in: "ca") == "1,5 km")
        #expect(SpokenText.text("10-20 m", in: "es") == "10-veinte metros")
    }

    @Test func cuesNameTheDistance() {
        #expect(SpokenText.cue("gire.", inMetres: 800, language: "es") == "En ochocientos metros, gire.")
        #expect(SpokenText.cue("turn.", inMetres: 1, language: "en-GB") == "In one metre, turn.")
        #expect(SpokenText.cue("gire.", inMetres: nil, language: "es") == "Ahora, gire.")
    }
}
