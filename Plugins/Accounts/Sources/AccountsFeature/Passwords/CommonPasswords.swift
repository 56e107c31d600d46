/// The passwords that are tried first: those that leaks show most, and what people at a circuit think of.
///
/// Only such as are long enough to be one at all, in small letters.
enum CommonPasswords {
    static func contains(_ plain: String) -> Bool { all.contains(plain) || isOneLetter(plain) }

    private static func isOneLetter(_ plain: String) -> Bool { plain.allSatisfy { $0 == plain.first } }

    private static let all = Set(words.split(whereSeparator: \.isWhitespace).map(String.init))

    private static let words = """
        00000000 000000000 0000000000 01011980 01011990 01012000 01234567 0123456789 0987654321 0okm9ijn 10101010
        10203040 102030405060 11111111 111111111 1111111111 11112222 11223344 112233445566 11235813 12121212 12131415
        12301230 123123123 123321123 12341234 12344321 123454321 123456123456 12345678 123456780 123456789 1234567890
        1234567891 12345678910 123456789a 123456789q 12345679 1234567a 1234567b 1234567q 123456987 123456abc
        123456qwerty 12345abc 12345qwert 1234abcd 1234qwer 123abc123 123asd123 123mudar 123qwe123 123qweasd 12qwaszx
        13131313 13579246 135792468 14141414 147258369 15151515 159357456 159753456 16161616 18181818 19191919
        19841984 19851985 19871987 19901990 19911991 19921992 1password 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx
        1qaz2wsx3edc 1qazxsw2 20002000 20012001 20102010 20122012 20202020 20202021 20212022 20222023 20232024
        20242025 22222222 24681012 246813579 25802580 27182818 31121999 31415926 314159265 33333333 42424242 44444444
        55555555 66666666 69696969 741852963 77777777 77889900 78945612 789456123 789456123a 85208520 87654321
        876543210 88888888 888888888 963852741 987654321 9876543210 99999999 999999999 a1234567 a12345678 a123456789
        a1b2c3d4 a1b2c3d4e5 a1s2d3f4 aa123456 aa12345678 aaaa1111 aaaaaaaa aaaaaaaaa aabbccdd abc12345 abc123456
        abc123abc abcd1234 abcd12345 abcdefg1 abcdefgh abcdefghi abuela123 acceso123 access14 admin123 admin1234
        admin12345 admin2020 admin2023 admin@123 adminadmin administrador administrator alejandra alejandro alemania
        alexander alexander1 alexandra alonso14 amen1234 amigos123 amistad1 amormio1 andrea123 android1 angel123
        angelica angelica1 angelito anthony1 antonio1 aragorn1 argentina argentina1 arsenal1 arsenal123 asdasdasd
        asdf1234 asdfasdf asdfghjk asdfghjkl asdfghjklñ asdfqwer ashley123 atletico atletico1 autumn2023 ayrtonsenna
        azerty123 azertyui azertyuiop barcelona barcelona1 barcelona123 barça123 baseball baseball1 basket123
        basketball batman123 bayern123 bbbbbbbb beatles1 bebe1234 bienvenido bienvenido1 blessed1 blessing blink182
        bmw12345 brasil123 buster12 buster123 butterfly butterfly1 callofduty camaro123 carlossainz catalunya
        catalunya1 cataluña changeit changeme changeme1 changeme123 charizard charlie1 charlie123 chelsea1 chelsea123
        chevrolet chile123 chocolate chocolate1 chocolate123 cinderella circuit1 circuit123 circuito colombia
        colombia1 computadora computer computer1 contrasena contrasena1 contrasena123 contraseña contraseña1 cookie12
        cookie123 corazon1 corazoncito corvette corvette1 counterstrike cowboys1 crystal1 daniel123 daniela1
        darthvader december december1 default1 default123 demo1234 diamond1 diciembre dios1234 diosesamor diosmio1
        docker123 domingo1 dragon12 dragon123 dragonball dragonball1 dragonballz eagles12 einstein ejemplo1 elephant
        elephant1 eminem123 espana123 espana2010 españa123 estrella estrella1 estrellita example1 facebook facebook1
        facebook123 faith123 familia1 familia123 family123 fcbarcelona february fernando1 fernando14 fernandoalonso
        ferrari1 ferrari123 football football1 football123 forever1 forever123 formula1 formula123 formulaone fortnite
        fortnite1 forçabarça francia1 friend123 friends1 friendship futbol123 futbolclub gamer123 gamers12 gandalf1
        garfield garfield1 gateway1 geheim123 geheimnis georacing georacing1 georacing123 ginger12 godisgood goku1234
        golfer12 goodbye1 google123 grandprix grandprix1 greenday guest123 guestguest guitar123 h4ck3r123 hacker123
        halamadrid hamilton hamilton44 harrypotter harrypotter1 hello123 hello1234 hellohello hellokitty hellokitty1
        helloworld hockey12 hockey123 hogwarts hola1234 hola12345 holahola holamundo hunter12 hunter123 ichliebedich
        ilovegod iloveyou iloveyou! iloveyou1 iloveyou123 iloveyou2 instagram instagram1 internet internet1
        internet123 invierno1 iphone123 ironmaiden italia123 january1 jennifer jennifer1 jessica1 jessica123
        jesucristo jesus123 jesuschrist jesusteamo jetaime1 jordan123 jordan23 juventus juventus1 killer12 killer123
        lakers24 lamborghini leagueoflegends leclerc16 lemans24 letmein1 letmein123 lewishamilton lightning linkedin
        linkedin1 linux123 liverpool liverpool1 liverpool123 lkjhgfdsa login123 lovelove loveme123 loveyou1 lucifer666
        madrid123 mama1234 mamamia1 mamaypapa manager1 manchester marcmarquez mario123 mariposa mariposa1 marquez93
        master12 master123 master1234 matrix123 maxverstappen mclaren1 mclaren123 mercedes mercedes1 mercedes123
        metallica metallica1 mexico123 miamor123 michael1 michael123 michaelschumacher michelle michelle1 mickey123
        mickeymouse microsoft microsoft1 midnight midnight1 milan1899 minecraft minecraft1 minecraft123 minnie12
        mivida123 mnbvcxz1 monaco123 monkey12 monkey123 montmelo montmelo1 moonlight motdepasse motdepasse1 mother123
        motogp123 motogp46 musica123 mustang1 mustang123 mylove123 mypassword mypassword1 mysql123 napoleon naruto123
        narutouzumaki newpassword ninja123 nintendo nintendo1 nirvana1 nopassword november november1 noviembre
        nurburgring october1 octubre1 onepiece oracle123 orange12 ordenador overwatch p@55w0rd p@ssw0rd p@ssword
        p@ssword1 packers1 papa1234 pass1234 pass12345 passpass passport passw0rd passw0rd1 passw0rd123 passwd123
        password password! password01 password1 password1! password11 password12 password123 password123! password1234
        password2 password2020 password2021 password2022 password2023 password2024 password2025 password21 password3
        password7 password99 passwort passwort1 passwort123 patriots pepper12 phoenix1 pikachu1 pirate123 playstation
        playstation1 poiuytre poiuytrewq pokemon1 pokemon123 porsche1 porsche911 portugal portugal1 postgres primavera
        primavera1 princesa princesa1 princess princess1 princesse purple12 q1w2e3r4 q1w2e3r4t5 qazwsx123 qazwsxedc
        qqqqqqqq qwe123qwe qweasd123 qweasdzxc qweqweqwe qwer1234 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyui
        qwertyuio qwertyuiop qwertyuiop123 qwertz123 racing123 rainbow1 raspberry realmadrid realmadrid1 realmadrid123
        redbull1 redbull123 redbullracing redskins redsox12 roblox123 rockstar rockstar1 root1234 rootroot rossi123
        runescape runescape1 sabado123 samsung1 samsung12 samsung123 sasuke123 satan666 saturday schumacher
        schumacher1 scoobydoo scuderia scuderiaferrari secret12 secret123 secret1234 secreto1 secreto123 senha123
        senha1234 senna123 september september1 septiembre server123 sevilla1 sevilla123 shadow12 shadow123
        shakespeare silver12 silverstone skywalker slipknot snoopy12 soccer12 soccer123 sonic123 spiderman spiderman1
        spring2023 spring2024 starcraft stargate stargate1 starwars starwars1 steelers summer12 summer123 summer2020
        summer2021 summer2022 summer2023 summer2024 sunshine sunshine1 superman superman1 superman123 supermario
        system123 teamo123 teamomucho teamoooo temp1234 temporal temporal1 tequiero tequiero1 tequieromucho test1234
        test12345 testing1 testing123 testtest testuser thepassword thunder1 thursday tigger12 tigger123 tinkerbell
        together tomorrow toor1234 trustno1 twitter1 ubuntu123 user1234 usuario1 usuario123 valencia valencia1
        valentino46 valentinorossi vegeta123 venezuela verano123 verano2023 verano2024 verstappen verstappen1
        verstappen33 voldemort warcraft welcome1 welcome12 welcome123 welcome2020 welcome2021 welcome2022 welcome2023
        welcome2024 whatever whatever1 whatsapp whatsapp1 windows1 windows10 windows11 winter12 winter123 winter2020
        winter2021 winter2022 winter2023 winter2024 xbox3600 xxxxxxxx yamaha123 yamaha46 yankees1 yellow12 yesterday
        yourpassword youtube1 youtube123 zaq12wsx zaq1zaq1 zaragoza zelda123 zxcasdqwe zxcv1234 zxcvbnm1 zxcvbnm123
        zxcvbnmm zxcvzxcv zzzzzzzz
        """
}
