import { people } from './country-people.ts';

/**
 * Countries whose papers are drawn only where a kind is theirs: a kind for any country is not drawn for them, so that its pictures
 * stay what they were.
 */
export const peopleOfMoreCountries = {
  AT: people(`
    Grünwald, Mühlbacher, Höllerer, Strauß, Moser
    Jördis, Käthe, Änne, Theresa
    Jürgen, Günther, Florian, Björn
    Mödling, Kitzbühel, Sankt Pölten, Völkermarkt
    BH Mödling, LPD Wien
    Währinger Straße, Mühlgasse
    Österreich
    0000`),
  BE: people(`
    De Smet, Lefèvre, Van den Broeck, Grégoire, Müllender
    Zoë, Héloïse, Noémie, Liesbeth
    Loïc, Jérôme, Michaël, Wouter
    Liège, Gent, Neufchâteau, Bruges
    Bruxelles, Gent, Liège
    Rue de la Chapelle, Grote Markt
    Belge
    0000`),
  BG: people(`
    Ivanova=Иванова, Tomova=Томова, Georgiev=Георгиев, Shterev=Щерев, Yankova=Янкова, Zhelyazkov=Желязков
    Yoana=Йоана, Tsvetelina=Цветелина, Anna Maria=Анна Мария, Desislava=Десислава
    Hristo=Христо, Lyubomir=Любомир, Petar=Петър, Atanas=Атанас
    Sofia=София, Plovdiv=Пловдив, Varna=Варна, Burgas=Бургас
    MVR Sofia, MVR Varna
    Vitosha, Tsar Simeon
    Bulgaria
    0000`),
  CY: people(`
    Andreou=Ανδρέου, Charalambous=Χαραλάμπους, Kyriakidou=Κυριακίδου, Markou=Μάρκου
    Eleni=Ελένη, Maria=Μαρία, Androulla=Ανδρούλλα, Chrystalla=Χρυστάλλα
    Giorgos=Γιώργος, Panayiotis=Παναγιώτης, Marios=Μάριος, Christos=Χρίστος
    Lefkosia=Λευκωσία, Larnaka=Λάρνακα, Pafos=Πάφος
    RTD
    Makariou, Ledras
    Cypriot
    0000`),
  DK: people(`
    Sørensen, Nørgaard, Kjær, Østergaard
    Bodil, Åse, Mette, Søs
    Søren, Jørgen, Bjørn, Rasmus
    København, Århus, Sønderborg, Rødovre
    Rigspolitiet
    Nørrebrogade, Søndergade
    Dansk
    0000`),
  EE: people(`
    Kõiv, Mägi, Tõnisson, Pärn, Sööt
    Külli, Õnne, Päivi, Maarja
    Jüri, Tõnu, Märt, Ülo
    Pärnu, Võru, Jõgeva, Põlva
    Transpordiamet
    Võidu tänav, Õuna tee
    Eesti
    00000`),
  FI: people(`
    Mäkinen, Hämäläinen, Sjöblom, Yrjölä
    Päivi, Tyyne, Äli, Hilma
    Väinö, Yrjö, Jääski, Olli
    Jyväskylä, Hämeenlinna, Seinäjoki
    Traficom
    Mäkitie, Järvikatu
    Suomi
    00000`),
  GR: people(`
    Papadopoulou=Παπαδοπούλου, Nikolaidis=Νικολαΐδης, Tzatzimaki=Τζατζιμάκη, Mpotsari=Μπότσαρη, Xydis=Ξύδης
    Eleni=Ελένη, Vasiliki=Βασιλική, Maria=Μαρία, Evangelia=Ευαγγελία
    Ioannis=Ιωάννης, Dimitrios=Δημήτριος, Petros=Πέτρος, Alexandros=Αλέξανδρος
    Athina=Αθήνα, Thessaloniki=Θεσσαλονίκη, Patra=Πάτρα, Chania=Χανιά
    DME Athinas
    Ermou, Panepistimiou
    Greek
    000 00`),
  HR: people(`
    Kovačić, Horvatić, Đurđević, Žižek, Perišić
    Željka, Đurđica, Tihana, Višnja
    Dražen, Šime, Krešimir, Luka
    Čakovec, Požega, Šibenik, Osijek
    PU Zagrebačka, PU Šibenska
    Ulica Kralja Tomislava, Žumberačka cesta
    Hrvatsko
    00000`),
  HU: people(`
    Szabó, Kővári, Fűzfa, Győri, Tóth
    Erzsébet, Ágnes, Zsófia, Emőke
    László, Győző, Ödön, Mátyás
    Győr, Pécs, Debrecen, Fűzesabony
    Budapest, Győr
    Petőfi utca, Fő tér
    Magyar
    0000`),
  LT: people(`
    Kazlauskienė, Žukauskas, Šimkutė, Jankauskaitė, Čepas
    Živilė, Ramunė, Eglė, Rūta
    Jonas, Žygimantas, Šarūnas, Mindaugas
    Šiauliai, Panevėžys, Telšiai, Kėdainiai
    Regitra
    Žalgirio gatvė, Aušros alėja
    Lietuvos
    00000`),
  LV: people(`
    Bērziņš, Kalniņa, Šķēle, Ozoliņš, Liepiņa
    Ilze, Žanete, Līga, Inārā
    Jānis, Pēteris, Kārlis, Ģirts
    Rīga, Jūrmala, Cēsis, Rēzekne
    CSDD
    Brīvības iela, Kļavu iela
    Latvijas
    0000`),
  LU: people(`
    Müller, Schröder, Lefèvre, Weber
    Zoé, Héloïse, Jördis, Amélie
    Jérôme, Günther, Rémi, Björn
    Luxembourg, Pétange, Käerjeng, Mersch
    MMTP
    Rue de la Gare, Königstraße
    Luxembourg
    0000`),
  MT: people(`
    Żammit, Ħili, Borġ, Gauċi, Farrugia
    Ċetta, Ġorġa, Marija, Żeża
    Ġużeppi, Ċensu, Karmenu, Ġanni
    Żejtun, Birżebbuġa, Ħamrun, Sliema
    Transport Malta
    Triq il-Kbira, Triq San Ġwann
    Malti
    AAA 0000`),
  NL: people(`
    van der Meer, Daniëls, Coëlho, Bakker, de Vries
    Zoë, Daniëlle, Noëmi, Femke
    Daniël, Raphaël, Bram, Joost
    Oudshoorn, Tiel, Reünie, Utrecht
    Gemeente Utrecht, RDW
    Kerkstraat, Ruïnelaan
    Nederlandse
    0000 AA`),
  RO: people(`
    Ștefănescu, Țurcanu, Bălan, Mîndru, Ionescu
    Ștefania, Ioana, Mădălina, Țața
    Ștefan, Răzvan, Cătălin, Mihai
    București, Iași, Brașov, Târgu Mureș
    SPCRPCIV Iași, SPCRPCIV Cluj
    Strada Mihai Viteazu, Strada Țărmului
    Română
    000000`),
  SI: people(`
    Žnidaršič, Kovač, Šuštar, Čebulj, Novak
    Špela, Živa, Mojca, Črtomira
    Matjaž, Žiga, Črt, Jože
    Črnomelj, Škofja Loka, Žalec, Maribor
    UE Maribor, UE Žalec
    Šolska ulica, Čopova ulica
    Slovensko
    0000`),
  SK: people(`
    Hudák, Ďurica, Kráľ, Štúr, Vôjtek
    Žofia, Ľubica, Anežka, Viera
    Ľuboš, Štefan, Ján, Dušan
    Žilina, Košice, Nitra, Trnava
    ORPZ Žilina, ORPZ Nitra
    Ľanová ulica, Štúrova ulica
    Slovenské
    00000`),
  AU: people(`
    Whitfield, O’Brien, McAllister, Nguyen, Pemberton
    Imogen, Charlotte Rose, Matilda, Beatrice
    Oliver James, Alistair, Zachary, Lachlan
    Newcastle, Ballarat, Cairns, Fremantle
    Roads and Maritime
    Station Road, Church Lane, Victoria Street
    Australian
    0000`),
  CA: people(`
    Tremblay, MacDonald, Featherstone-Haugh, Gagnon, O’Neil
    Zoé, Charlotte Rose, Amélie, Beatrice
    Jérôme, Oliver James, Rémi, Zachary
    Winnipeg, Halifax, Kingston, Nanaimo
    ServiceOntario
    Station Road, King Street, Queen Street
    Canadian
    A0A 0A0`),
  IE: people(`
    O’Brien, Whitfield, Ní Bhriain, McCarthy, Ó Súilleabháin
    Siobhán, Áine, Imogen, Beatrice
    Seán, Pádraig, Alistair, Oliver James
    Dublin, Galway, Sligo, Athlone
    NDLS
    Station Road, Church Lane, Main Street
    Irish
    A00 AA00`),
} as const;
