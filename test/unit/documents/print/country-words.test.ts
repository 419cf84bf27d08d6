import { describe, expect, it } from 'vitest';
import { countriesCalled } from '../../../../src/domain/country-words/find-countries.ts';

/** As English passports and visas print a nationality. Left out are those that two countries share (`Guinean`, `Congolese`). */
const nationalities = `AF: Afghan; AL: Albanian; DZ: Algerian; AD: Andorran; AO: Angolan; AG: Antiguan; AR: Argentine; AM: Armenian; AU: Australian; AT: Austrian; AZ: Azerbaijani; BS: Bahamian; BH: Bahraini; BD: Bangladeshi; BB: Barbadian; BY: Belarusian; BE: Belgian; BZ: Belizean; BJ: Beninese; BT: Bhutanese; BO: Bolivian; BA: Bosnian; BW: Motswana; BR: Brazilian; BN: Bruneian; BG: Bulgarian; BF: Burkinabe; BI: Burundian; KH: Cambodian; CM: Cameroonian; CA: Canadian; CV: Cabo Verdean; TD: Chadian; CL: Chilean; CN: Chinese; CO: Colombian; KM: Comorian; CR: Costa Rican; HR: Croatian; CU: Cuban; CY: Cypriot; CZ: Czech; DK: Danish; DJ: Djiboutian; EC: Ecuadorian; EG: Egyptian; SV: Salvadoran; ER: Eritrean; EE: Estonian; SZ: Swazi; ET: Ethiopian; FJ: Fijian; FI: Finnish; FR: French; GA: Gabonese; GM: Gambian; GE: Georgian; DE: German; GH: Ghanaian; GR: Greek; GD: Grenadian; GT: Guatemalan; GY: Guyanese; HT: Haitian; HN: Honduran; HU: Hungarian; IS: Icelandic; IN: Indian; ID: Indonesian; IR: Iranian; IQ: Iraqi; IE: Irish; IL: Israeli; IT: Italian; CI: Ivorian; JM: Jamaican; JP: Japanese; JO: Jordanian; KZ: Kazakh; KE: Kenyan; KI: I-Kiribati; KW: Kuwaiti; KG: Kyrgyz; LA: Lao; LV: Latvian; LB: Lebanese; LS: Mosotho; LR: Liberian; LY: Libyan; LI: Liechtensteiner; LT: Lithuanian; LU: Luxembourger; MG: Malagasy; MW: Malawian; MY: Malaysian; MV: Maldivian; ML: Malian; MT: Maltese; MH: Marshallese; MR: Mauritanian; MU: Mauritian; MX: Mexican; FM: Micronesian; MD: Moldovan; MC: Monegasque; MN: Mongolian; ME: Montenegrin; MA: Moroccan; MZ: Mozambican; MM: Burmese; NA: Namibian; NR: Nauruan; NP: Nepalese; NL: Dutch; NZ: New Zealander; NI: Nicaraguan; MK: Macedonian; NO: Norwegian; OM: Omani; PK: Pakistani; PW: Palauan; PA: Panamanian; PG: Papua New Guinean; PY: Paraguayan; PE: Peruvian; PH: Filipino; PL: Polish; PT: Portuguese; QA: Qatari; RO: Romanian; RU: Russian; RW: Rwandan; LC: Saint Lucian; SM: Sammarinese; SA: Saudi; SN: Senegalese; RS: Serbian; SC: Seychellois; SL: Sierra Leonean; SG: Singaporean; SK: Slovak; SI: Slovenian; SB: Solomon Islander; SO: Somali; ZA: South African; SS: South Sudanese; ES: Spanish; LK: Sri Lankan; SR: Surinamese; SE: Swedish; CH: Swiss; SY: Syrian; TJ: Tajik; TZ: Tanzanian; TH: Thai; TL: Timorese; TG: Togolese; TO: Tongan; TT: Trinidadian; TN: Tunisian; TR: Turkish; TM: Turkmen; TV: Tuvaluan; UG: Ugandan; UA: Ukrainian; GB: British; US: American; UY: Uruguayan; UZ: Uzbek; VU: Ni-Vanuatu; VE: Venezuelan; VN: Vietnamese; YE: Yemeni; ZM: Zambian; ZW: Zimbabwean`;

describe('a printed nationality', () => {
  it.each(
    nationalities
      .trim()
      .split(/\s*;\s*/)
      .map((entry) => entry.split(': ')),
  )('%s: %s', (country, word = '') => {
    expect([...countriesCalled(word.toUpperCase())]).toEqual([country]);
  });

  it('gives no country if two share the word', () => {
    for (const word of ['GUINEAN', 'CONGOLESE', 'SAMOAN', 'SUDANESE']) expect(countriesCalled(word).size).not.toBe(1);
  });
});
