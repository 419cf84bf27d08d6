"""Names, places and labels of our own making, by language: what the language models of `lines.py` learn from."""

import re
from pathlib import Path

KINDS = Path(__file__).parent / "../../src/domain/document-kinds"

# Letters with marks of each language; lines of pure chance draw from them and from A to Z.
MARKS = {
    "por": "ãõçáéíóúâêôà", "spa": "ñáéíóúü", "fra": "éèêëàâîïôûùüÿçœæ", "deu": "äöüß", "ita": "àèéìòù", "nld": "ëïéèöü",
    "pol": "ąćęłńóśźż", "ces": "áčďéěíňóřšťúůýž", "slk": "áäčďéíĺľňóôŕšťúýž", "slv": "čšž", "hrv": "čćđšž", "hun": "áéíóöőúüű",
    "ron": "ăâîșț", "tur": "çğıöşü", "swe": "åäö", "nor": "æøå", "isl": "áðéíóúýþæö", "est": "äõöüšž", "lav": "āčēģīķļņšūž",
    "lit": "ąčęėįšųūž", "mlt": "ċġħż", "gle": "áéíóú", "cym": "âêîôûŵŷ", "cat": "àçèéíïòóúü", "aze": "əçğıöşü", "eng": "",
}  # fmt: skip

NAMES = {
    "por": "João Conceição Magalhães Gonçalves Araújo Simões Leitão Fernão Inês Luísa António Guimarães Vitória Lourenço Assunção "
    "Brandão Falcão Mônica Tânia Sebastião Antão Ângela Óscar Cátia Brasília Évora São Leiria Setúbal Bragança Portimão Cordeiro Pereira",
    "spa": "Muñoz Núñez Peña Ibáñez García Rodríguez Fernández Hernández Ángel Íñigo José María Óscar Úrsula Agüero Güemes Begoña Ñáñez "
    "Jesús Sofía Martín Sánchez Álvarez Córdoba Málaga Logroño Coruña Bogotá Medellín Cañas Treviño Quiñones Ordóñez Zúñiga Belén Raúl",
    "fra": "François Hélène Zoé Noël Gaëlle Lefèvre Crépin Benoît Jérôme Chloé Thérèse Loïc Maëlys Châtelain Besançon Nîmes Orléans Ÿ Hervé "
    "Bénédicte Côme Anaïs Aurélie Sœur Cœur Lætitia Guérin Dupré Forêt Château Saint-Étienne Rhône Jean-René Marie-Ève Müller D'Aubigné",
    "deu": "Müller Jäger Schröder Größe Weiß Strauß Köhler Böhm Käthe Jörg Günther Björn Sächsin Händel Österreich Übel Straße Fürth Köln "
    "Düsseldorf Nürnberg Göttingen Voß Großmann Krüger Schäfer Mustermann Erika Gräfin Preußen Ärmel Öztürk Meißen Lübeck Würzburg",
    "ita": "Nicolò Niccolò Forlì Cantù Giosuè Mosè Salomè Città Libertà Rossi Bianchi Ferrari D'Angelo Dell'Orto Brunò Calò Lucà Agrò Marzà "
    "Giuseppe Francesca Vincenzo Ginevra Alessandro Cosenza Viterbo Trieste Padova Zanetti Gallo Conti Esposito Ruggieri Patanè Cefalù",
    "nld": "Daniël Loïs Zoë Chloë Renée Van der Vries De Jong Janssen IJsbrand IJmuiden Coëlho Tiël Jiskoot Wiebe Sjoerd Hoogeveen Dijkstra "
    "Schouten Bakker Kuijpers Nijmegen 's-Gravenhage 's-Hertogenbosch Joëlle Brasiël Mariëlle Heike Reünie Geïnd Königsberg",
    "pol": "Łukasz Wałęsa Żółtowska Święcicki Jędrzej Małgorzata Źródło Ćwikła Gdańsk Łódź Kraków Dąbrowski Wójcik Kołodziej Błażej Mąka "
    "Stanisław Śląsk Poznań Częstochowa Ząbek Pięta Żak Szczęsny Woźniak Grzegorz Michał Wróbel Rzeszów Białystok Gołąb Nowiński Ostróda",
    "ces": "Jiří Řehoř Dvořák Šťastný Čapek Růžena Kůň Ďurica Příbram Žďár Zdeněk Tomáš Ondřej Vojtěch Novotný Němec Hůlka Ústí Brno Plzeň "
    "Černý Kateřina Lucie Božena Veselý Svoboda Jelínek Hradec Třebíč Věra Aleš Bedřich Říha Týn Ťulpa Štěpánka",
    "slk": "Ľubomír Ľudmila Štúr Šťavnica Žiar Kôstka Mäsiar Vŕba Stĺp Ďurček Ťapák Hviezdoslav Slávik Košice Prešov Považská Ňaršany "
    "Kollár Medveď Holý Juraj Zuzana Michaela Pätoprstý Tŕnie Hĺbka Ján Ružomberok Krôm Jakubíková Dúbravka Ľupča",
    "slv": "Žnidaršič Kovač Škrlj Črtomir Ljubljana Mojca Uroš Boštjan Krajnc Žiga Špela Gašper Potočnik Zupančič Bežek Kočevje Jesenice Nataša",
    "hrv": "Đurđica Ćosić Šimić Žarko Čačić Đakovo Požega Šibenik Branimir Ljerka Petrović Jurčević Anđela Vučić Hodžić Nikšić Tuđman Džeko Mađarić",
    "hun": "Őry Győr Fűzfői Hódmezővásárhely Örkény Szűcs Erdős Gyöngyösi Üllő Zoltán Ágnes Éva Kőszeg Dömötör Árpád Íjász Ózd Úrhida Űr "
    "Bözsi Petőfi Sándor Székesfehérvár Törő Lőrinc Tűzoltó Nyíregyháza Kovács Szabó Hegedűs Béla",
    "ron": "Ștefan Țepeș Brâncuși Iașii Brașov Mărășești Călărași Târgoviște Vântu Încă Înalt Ionuț Mihăilă Bălan Ținut Constanța Timișoara "
    "Pătrașcu Gheorghiță Râmnicu Sălaj Vâlcea Șerban Stănescu Crăciun Alexandră Bucureștii Giurgiu Măgureanu Țurcanu",
    "tur": "İbrahim Işık Çağla Özgür Gülşen Yıldız Şükrü Doğan Ağaoğlu Öztürk İstanbul Ilgaz Kılıç Çiğdem Uğur Ümit Aydın Eskişehir Diyarbakır "
    "Yılmaz Kaya Şahin Demir Güneş Büyük Çelik Bağcı Tuğba Irmak İzmir Muğla Kırşehir Şişli Ergün Hüseyin Ömer",
    "swe": "Åke Östen Björk Sjöberg Håkan Ängström Malmö Västerås Örebro Gävle Göran Sköld Lindström Åkerlund Märta Växjö Kälvesten Järvinen "
    "Hämäläinen Määttä Pöysti Jyväskylä Södertälje Höglund Bergström Nyström Kjell",
    "nor": "Bjørn Sørensen Ærø Øystein Åse Tromsø Nærø Kjærgaard Jørgensen Ålborg Ødegård Sæther Køge Grønland Næstved Rønne Børge Strøm Håvard "
    "Østergaard Kåre Færøerne Lærke Aarhus Møller Ålesund Brække Trygve",
    "isl": "Þórður Guðmundsdóttir Ægir Sigurðsson Eyjólfur Hafnarfjörður Ísafjörður Örn Þingvellir Úlfur Björk Jónsdóttir Ólafur Ásta Eiður Ýmir",
    "est": "Jõgi Põld Pärnu Kõiv Ülle Õnne Tõnu Võru Mägi Räpina Šults Žanna Jüri Märt Külli Õispuu Kääriku Sööt Hõbe Põltsamaa",
    "lav": "Ādams Čakste Ēriks Ģirts Īsaks Ķemeri Ļaudona Ņina Šķēle Ūdris Žagars Jānis Kārlis Bērziņš Kalniņš Rēzekne Liepāja Jēkabpils Zaļā "
    "Ozoliņa Cēsis Ķegums Ģertrūde Pļaviņas Lūcija Mārtiņš Vējš",
    "lit": "Ąžuolas Čiurlionis Eglė Šiauliai Žemaitė Jūratė Kęstutis Mažvydas Ųnas Įvairė Ėringis Žukauskas Vytautė Panevėžys Gražina Kuršėnai "
    "Jonaitytė Petrauskienė Ąsotė Žąsis Nijolė Šešupė Lukšienė Gintarė",
    "mlt": "Ġorġ Ħamrun Żejtun Ċikku Żurrieq Għaxaq Marsaxlokk Birżebbuġa Ħal Ċensu Żabbar Ġużeppi Borġ Ħondoq",
    "gle": "Ó Séamus Máire Síle Úna Éamon Pádraig Gráinne Róisín Ní Bháin Ó Dálaigh Mac Gabhann Cúil Dún Laoghaire Fionnuala",
    "cym": "Siân Gŵyn Ŷs Llŷn Dŵr Iôan Tŷ Môn Gwên Siôn Pârc Llanelli Gŵr",
    "cat": "Núria Mercè Jordi Òscar Roís Agustí Lluïsa Gràcia Barça Güell Àngels Reüll Íngrid Puigcerdà Vilà",
    "aze": "Əliyev Bakı Gəncə Məmmədov Çingiz Şuşa Ağdam Günəş Hüseynova Iğdır Zəhra",
    "eng": "Smith O'Brien McDonald Taylor-Jones Wright Hughes Quincy Xavier Fitzgerald Whitaker Jacqueline Bartholomew Kingston Kowalski "
    "Nguyen Watanabe Oyelaran Okonkwo Abdullah Mohammed Zhang Wojciech Huang Schwartz Vasquez Elizabeth Montgomery Washington Knox",
}



def _labels_of_kinds() -> list[str]:
    """What the document kinds of the service say is printed on them: titles and labels, together and each language alone."""
    found = set()
    for path in sorted(KINDS.glob("*/*.ts")):
        for listed in re.findall(r"(?:labels|front|back): \[(.*?)\]", path.read_text(), re.S):
            for label in re.findall(r"""'((?:[^'\\\n])+)'|"([^"\n]+)\"""", listed):
                label = label[0] or label[1]
                found.update([label, *(part.strip() for part in label.split("/"))])
    return sorted(label for label in found if len(label) > 1 and any(letter.isalpha() for letter in label))


LABELS = (
    "Surname|Given names|Date of birth|Place of birth|Nationality|Sex|Date of issue|Date of expiry|Document No.|Personal No.|Authority|"
    "Nom / Surname|Prénoms / Given names|Date de naissance|Lieu de naissance|Nationalité|Sexe|Autorité|Date d'expiration|Passeport|"
    "Name / Name / Nom|Vornamen / Given names|Geburtsdatum|Geburtsort|Staatsangehörigkeit|Gültig bis|Ausstellende Behörde|Augenfarbe|Größe|"
    "Apellidos|Nombre|Fecha de nacimiento|Lugar de nacimiento|Nacionalidad|Válido hasta|Número de soporte|Domicilio|Cédula de identidad|"
    "Apelidos|Nomes|Data de nascimento|Naturalidade|Filiação|Validade|Órgão emissor|Cartão de cidadão|Residência|Altura|República Portuguesa|"
    "Cognome|Luogo di nascita|Cittadinanza|Statura|Scadenza|Carta di identità|Emissione|Comune|Patente di guida|Residenza|Firma del titolare|"
    "Nazwisko|Imiona|Data urodzenia|Obywatelstwo|Płeć|Data ważności|Organ wydający|Dowód osobisty|Rzeczpospolita Polska|Numer dokumentu|"
    "Příjmení|Jméno|Datum narození|Státní občanství|Pohlaví|Platnost do|Občanský průkaz|Česká republika|Řidičský průkaz|Vodičský preukaz|"
    "Családi és utónév|Születési hely és idő|Állampolgárság|Érvényességi idő|Személyazonosító igazolvány|Magyarország|Vezetői engedély|"
    "Nume|Prenume|Cetățenie|Locul nașterii|Valabilitate|Emisă de|Carte de identitate|România|Permis de conducere|"
    "Soyadı|Adı|Doğum tarihi|Uyruğu|Cinsiyeti|Seri No|Geçerlilik tarihi|Türkiye Cumhuriyeti kimlik kartı|Veren makam|Anne adı|"
    "Efternamn|Förnamn|Födelsedatum|Medborgarskap|Kön|Körkort|Etternavn|Fornavn|Fødselsdato|Statsborgerskap|Kjønn|Kørekort|Gyldig til|Sverige|"
    "Perekonnanimi|Eesnimi|Kodakondsus|Sünnikoht|Kehtiv kuni|Uzvārds|Vārds|Dzimšanas datums|Pilsonība|Derīgs līdz|Vadītāja apliecība|"
    "Pavardė|Vardas|Gimimo data|Pilietybė|Galioja iki|Vairuotojo pažymėjimas|Priimek|Ime|Datum rojstva|Državljanstvo|Spol|Vozniško dovoljenje|"
    "Prezime|Datum rođenja|Državljanstvo|Vrijedi do|Vozačka dozvola|Kenteken|Achternaam|Voornamen|Geboorteplaats|Geldig tot|Rijbewijs|"
    "Kunjom|Isem|Liċenzja tas-sewqan|Sloinne|Ceadúnas tiomána|Driving licence|Permis de conduire|Führerschein|Identity card|Residence permit|"
    "Titre de séjour|Aufenthaltstitel|Permiso de residencia|Specimen|VISA|Type of visa|Valid for|Number of entries|Remarks|Kind of permit|"
    "Authorised to work|Issued by|Signature of bearer|Organ donor|Class|Endorsements|Restrictions|Height|Eyes|Weight|Hair|Expires|End|Rest|"
    "Account number|Invoice date|Amount due|Statement of account|Electricity bill|Billing address|Customer No.|Kundennummer|Rechnung|Factura|"
    "Cuenta|Montant|Adresse|Ort|Straße|PLZ|Código postal|Rua|Avenida|Calle|Via|ul.|Nr.|No.|1.|2.|3.|4a.|4b.|4c.|4d.|5.|7.|8.|9.|Bundesdruckerei"
).split("|") + _labels_of_kinds()

GREEK = "Παπαδόπουλος Γεώργιος Ιωάννης Αθήνα Θεσσαλονίκη Κύπρος Ελλάδα Δημήτριος Χρήστος Ψαράς Ξένια Ωραία Ελευθερία Μαρία Λευκωσία Ζωή Ύδρα Έλλη Ήβη Όλγα Άδεια Φίλιππος Βασίλειος Ρόδος Σύρος Κρήτη Νίκος Ταξίδι Επώνυμο Όνομα Ιθαγένεια Μαΐου Ταΰγετος".split()  # noqa: E501
CYRILLIC = (
    "Иванов Петрова Щербаков Юлия Ярослав Ёлкин Цветан Жельо Хаджиев Томова Георгиев България София Пловдив Фамилия Име Дата Съединение "
    "Елена Сергеевна Дмитрий Ильич Андреевна Александр Петрович Юрьевич Соколова Быков Эдуард Чехов Москва Гражданство Российская Федерация "
    "Паспорт Гаврилович Ксения Щукин Подъячев Анатольевна Хрущёв Отчество Ростов "
    "Київ Їжак Єва Ґалаґан Іван Шевченко Андрій Юлія Сергій Марія Олексій Наталія Дмитро Мар'яна Зіновій Лук'яненко Ткаченко Ковальчук "
    "Грищенко Україна Львів Одеса Чернігів Прізвище Громадянство Євгенія Вікторія Анастасія Володимирівна Юрійович Щербак Їжакевич "
    "Ўладзімір Мінск Цімафей Ціханоўская Наталля Яўген Пётр Рэспубліка Беларусь Жукоўскі Кавалёў Пашпарт Юлія Сяргей Вольга "
    "Ђорђе Љиљана Његош Ћирић Џон Јелена Београд Милица Петровић Ђоковић Немања Шљивић Србија Пасош Презиме Ниш Стојановић Жељко Чедомир "
    "Скопје Ѓорѓи Ќосе Ѕвезда Љубица Стојановски Николовска Македонија Државјанство Блаже Трајков Охрид Ќерамитчиев"
).split()
