import { people, type CountryPeople } from './country-people.ts';
import { peopleOfMoreCountries } from './more-people.ts';

/** By ISO 3166-1 alpha-2 code; a kind for any country is drawn for one of these. */
export const peopleOfCountry = {
  BR: people(`
    Gonçalves de Araújo, Conceição, Magalhães, Simões Falcão, Brandão, Assunção Leitão, Sauro da Silva, dos Santos
    Maria Aparecida, Letícia, Inês, Thaís Helena, Júlia, Conceição
    João Antônio, José Carlos, Sebastião, Luís Otávio, Estêvão, Fabrício
    São Paulo, Brasília, Maceió, Goiânia, Florianópolis, Vitória
    SSP SP, DETRAN DF, IFP RJ, SESP PR
    Rua das Palmeiras, Avenida Paulista, Travessa São João, Alameda dos Pássaros
    Brasileiro
    00000-000`),
  MX: people(`
    Muñoz Ibáñez, Peña Ávila, Hernández Núñez, Ordóñez, Zúñiga Ríos, Castañeda
    María José, Ximena, Lucía, Begoña, Sofía
    José Ángel, Íñigo, Raúl, Martín, Óscar
    Querétaro, Mérida, León, San Luis Potosí, Mazatlán
    INE, SRE
    Calle Benito Juárez, Avenida Niños Héroes, Callejón del Diamante
    Mexicana
    00000`),
  AR: people(`
    Núñez, Giménez, Ibáñez Peralta, Agüero, Muñiz, Etchegoyen
    Agustina, Belén, María Inés, Lucía
    Nicolás, Joaquín, Ramón, Facundo Andrés
    Córdoba, Neuquén, Bahía Blanca, Luján, Posadas
    RENAPER, Registro Nacional
    Avenida Belgrano, Calle Güemes, Pasaje Dorrego
    Argentina
    A0000AAA`),
  CO: people(`
    Ñáñez, Londoño Giraldo, Mejía, Patiño, Muñoz Ordóñez, Vélez
    Ángela María, Luz Marina, Sofía, Verónica
    Andrés Felipe, Jesús, Germán, Iván Darío
    Bogotá, Medellín, Popayán, Ibagué, Cúcuta
    Registraduría Nacional, Registrador Nacional
    Carrera Séptima, Calle Bolívar, Avenida Jiménez
    Colombiana
    000000`),
  CL: people(`
    Muñoz Sepúlveda, Núñez, Cárdenas Ibáñez, Riquelme, Peñailillo, Vásquez
    Antonia, Javiera, María Paz, Belén
    Sebastián, Matías, Cristóbal, Raúl
    Valparaíso, Concepción, Chillán, Copiapó, Ñuñoa
    Registro Civil, Servicio de Registro Civil
    Avenida Providencia, Calle Ñuble, Pasaje Maipú
    Chilena
    0000000`),
  PE: people(`
    Quiñones Huamán, Núñez, Mamani Peña, Chávez, Ávalos, Zúñiga
    Rocío, Milagros, María Fernanda, Inés
    César Augusto, Julián, Hernán, Ángel
    Lima, Huánuco, Junín, Áncash, Apurímac
    RENIEC, Migraciones
    Jirón Huáscar, Avenida Túpac Amaru, Calle Junín
    Peruana
    00000`),
  ES: people(`
    Española Núñez, Muñoz Peña, Ibáñez, Fernández Güell, Ordóñez Sáez, Iñárritu
    Begoña, María Ángeles, Lucía, Nuria
    Íñigo, José María, Álvaro, Martín
    León, Cádiz, Logroño, A Coruña, Málaga
    Ministerio del Interior, Dirección General de la Policía
    Calle Núñez de Balboa, Avenida de España, Paseo de Gracia
    Española
    00000`),
  PT: people(`
    Gonçalves, Simões, Conceição Leitão, Guimarães, Brandão Araújo, Falcão
    Inês, Conceição, Mafalda, Assunção
    João Pedro, Simão, Estêvão, Luís Filipe
    Évora, Guimarães, Setúbal, Santarém, Loulé
    IRN, SEF, IMT Lisboa
    Rua Augusta, Travessa da Conceição, Avenida da República
    Portuguesa
    0000-000`),
  FR: people(`
    Lefèvre, Béranger, François, Gauthier-Noël, Hébrard, Châtelain
    Zoé, Françoise, Amélie, Héloïse, Anaïs
    Théo, Jérôme, Benoît, Gaëtan, Rémi
    Besançon, Orléans, Saint-Étienne, Nîmes, Sète
    Préfecture de Police, Préfecture du Rhône, Mairie de Lyon
    Rue de la République, Avenue Molière, Impasse des Chênes
    Française
    00000`),
  DE: people(`
    Müller, Schröder, Größmann, Weiß, Böhm-Kästner, Krüger
    Käthe, Jördis, Änne, Sabine
    Jörg, Günther, Björn, Matthias
    Köln, München, Göttingen, Lübeck, Gießen
    Stadt Köln, Landeshauptstadt München, Stadt Göttingen
    Königstraße, Lindenallee, Am Mühlbach
    Deutsch
    00000`),
  IT: people(`
    Bianchi, Niccolò, Esposito, De Santis, D’Angelo, Mantovani
    Chiara, Libertà, Giulia, Noemi
    Nicolò, Lorenzo, Mattia, Gabriele
    Forlì, Cefalù, Milano, Cantù, Bologna
    Ministero dell’Interno, Comune di Milano, MIT-UCO
    Via Garibaldi, Piazza della Libertà, Corso Italia
    Italiana
    00000`),
  PL: people(`
    Łukasiewicz, Wiśniewska, Żółkiewski, Dąbrowski, Święcicka, Kowalczyk
    Małgorzata, Żaneta, Agnieszka, Elżbieta
    Łukasz, Stanisław, Paweł, Michał
    Łódź, Gdańsk, Kraków, Rzeszów, Świdnica
    Prezydent m.st. Warszawy, Wojewoda Łódzki, Starosta Świdnicki
    ulica Długa, aleja Róż, ulica Świętojańska
    Polskie
    00-000`),
  TR: people(`
    Çelik, Yıldız, Şahin, Öztürk, Güneş, Doğan
    Ayşe, Gülşah, Özlem, Çiğdem
    Işık, Oğuz, Şükrü, Çağrı, Ümit
    İstanbul, Eskişehir, Muğla, Şanlıurfa, Çankırı
    İçişleri Bakanlığı
    Atatürk Caddesi, Gülbahar Sokak, İnönü Bulvarı
    T.C./TUR
    00000`),
  TH: people(`
    Srisawat, Wongsakul, Chaiyaporn, Rattanakosin, Phromphan, Thongchai
    Kanya, Ratana, Suda
    Somchai, Niran, Anan
    Bangkok, Chiang Mai, Phuket, Khon Kaen
    Ministry of Foreign Affairs, Department of Administration
    Sukhumvit Road, Charoen Krung Road, Rama Road
    Thai
    00000`),
  GB: people(`
    Whitfield, O’Brien, Featherstone-Haugh, Pemberton, McAllister, Jones
    Siân, Charlotte Rose, Imogen, Beatrice
    Rhys, Oliver James, Alistair, Zachary
    Caerphilly, Nottingham, Aberdeen, Plymouth, Belfast
    DVLA, HMPO, DVA
    Station Road, Church Lane, Victoria Street
    British Citizen
    AA0 0AA`),
  US: people(`
    Whitaker, Sample, Rodriguez, McKinney, Van Houten, Washington
    Emily Grace, Abigail, Jordan Lee, Harper
    Jackson, Michael Ryan, Ethan, Tyler
    Sacramento, Springfield, Anchorage, Columbus, Phoenix
    DMV, BMV, Department of State
    Main Street, Oak Avenue, Sunset Boulevard
    United States of America
    00000`),
  SE: people(`
    Nyström, Sjöberg, Åkesson, Hällström
    Åsa, Görel, Märta
    Håkan, Björn, Göran
    Malmö, Göteborg, Västerås
    Polismyndigheten
    Storgatan, Östra vägen
    Svensk
    000 00`),
  NO: people(`
    Sørensen, Bjørnstad, Håland, Ødegård
    Bjørg, Åse, Kjersti
    Øystein, Pål, Jørgen
    Tromsø, Bodø, Ålesund
    Politiet
    Kirkegata, Fjordveien
    Norsk
    0000`),
  CZ: people(`
    Dvořák, Růžičková, Šťastný, Kučera
    Žofie, Kateřina, Lenka
    Štěpán, Jiří, Ondřej
    Plzeň, Třebíč, Děčín
    Magistrát města Brna
    Náměstí Míru, Široká
    Česká republika
    000 00`),
} as const satisfies Record<string, CountryPeople>;

export type PeopledCountry = keyof typeof peopleOfCountry;
export const peopledCountries = Object.keys(peopleOfCountry) as PeopledCountry[]; // Object.keys widens them.

/** Null for countries whose people nobody has described here yet. */
export function findPeople(country: string): CountryPeople | null {
  return described.get(country) ?? null;
}

const described = new Map<string, CountryPeople>(Object.entries({ ...peopleOfCountry, ...peopleOfMoreCountries }));
