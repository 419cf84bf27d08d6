/** A name in the script of the country and in Latin letters. */
export interface NameInTwoScripts {
  own: string;
  latin: string;
}

export interface PersonInTwoScripts {
  family: NameInTwoScripts;
  given: NameInTwoScripts;
  sex: 'F' | 'M';
}

/** What the passport of a country prints. */
export interface PassportInTwoScripts {
  /** ISO 3166-1 alpha-3. */
  code: string;
  title: string;
  latinTitle: string;
  document: string;
  captions: Readonly<Record<Caption, string>>;
  nationality: string;
  sexes: Readonly<Record<'F' | 'M', string>>;
  placeOfBirth: string;
  authority: string;
  /** Where a name in the script of the country is: on one line in front of the Latin one, above it, below both names, or at the page's edge. */
  names: 'one line' | 'own line first' | 'own below' | 'own at the right' | 'latin only';
  dates: 'dd.mm.yyyy' | 'dd.mm.yyyy.' | 'dd/mm/yyyy' | 'dd mmm yyyy' | 'months';
  hasPersonalNumber: boolean;
  people: readonly PersonInTwoScripts[];
}

export type Caption =
  | 'type'
  | 'code'
  | 'number'
  | 'surname'
  | 'givenNames'
  | 'nationality'
  | 'personalNumber'
  | 'dateOfBirth'
  | 'sex'
  | 'placeOfBirth'
  | 'dateOfIssue'
  | 'authority'
  | 'dateOfExpiry';

/** Months of Ukrainian passports, in both languages. */
export const ukrainianMonths =
  'СІЧ/JAN ЛЮТ/FEB БЕР/MAR КВІ/APR ТРА/MAY ЧЕР/JUN ЛИП/JUL СЕР/AUG ВЕР/SEP ЖОВ/OCT ЛИС/NOV ГРУ/DEC'.split(' ');

/** The people do not exist. Captions and notation follow public descriptions of these passports; the places of the fields are our own. */
export const passportsInTwoScripts: Readonly<Record<string, PassportInTwoScripts>> = {
  BY: {
    code: 'BLR',
    title: 'РЭСПУБЛІКА БЕЛАРУСЬ',
    latinTitle: 'REPUBLIC OF BELARUS',
    document: 'ПАШПАРТ',
    captions: {
      type: 'Тып/Type',
      code: 'Код дзяржавы/Code of issuing state',
      number: 'Нумар пашпарта/Passport No.',
      surname: 'Прозвішча/Surname',
      givenNames: 'Імя/Given names',
      nationality: 'Грамадзянства/Nationality',
      personalNumber: 'Ідэнтыфікацыйны №/Identification No.',
      dateOfBirth: 'Дата нараджэння/Date of birth',
      sex: 'Пол/Sex',
      placeOfBirth: 'Месца нараджэння/Place of birth',
      dateOfIssue: 'Дата выдачы/Date of issue',
      authority: 'Орган/Authority',
      dateOfExpiry: 'Тэрмін дзеяння/Date of expiry',
    },
    nationality: 'РЭСПУБЛІКА БЕЛАРУСЬ/REPUBLIC OF BELARUS',
    sexes: { F: 'Ж/F', M: 'М/M' },
    placeOfBirth: 'Г. МІНСК/MINSK',
    authority: '8001',
    names: 'one line',
    dates: 'dd.mm.yyyy',
    hasPersonalNumber: true,
    people: [
      { family: { own: 'ІВАНОЎ', latin: 'IVANOU' }, given: { own: 'ЎЛАДЗІМІР', latin: 'ULADZIMIR' }, sex: 'M' },
      { family: { own: 'КАВАЛЕНКА', latin: 'KAVALENKA' }, given: { own: 'НАТАЛЛЯ', latin: 'NATALLIA' }, sex: 'F' },
      { family: { own: 'ЖУКОЎСКІ', latin: 'ZHUKOUSKI' }, given: { own: 'ЯЎГЕН', latin: 'YAUHEN' }, sex: 'M' },
      { family: { own: 'ЦІХАНОЎСКАЯ', latin: 'TSIKHANOUSKAYA' }, given: { own: 'ЮЛІЯ', latin: 'YULIYA' }, sex: 'F' },
      { family: { own: 'БЫКАЎ', latin: 'BYKAU' }, given: { own: 'ПЁТР', latin: 'PIOTR' }, sex: 'M' },
      { family: { own: 'НОВІКАЎ', latin: 'NOVIKAU' }, given: { own: 'АЛЯКСАНДР', latin: 'ALIAKSANDR' }, sex: 'M' },
      { family: { own: 'САВІЦКАЯ', latin: 'SAVITSKAYA' }, given: { own: 'ВОЛЬГА', latin: 'VOLHA' }, sex: 'F' },
      { family: { own: 'КАЗЛОЎ', latin: 'KAZLOU' }, given: { own: 'ДЗМІТРЫЙ', latin: 'DZMITRY' }, sex: 'M' },
      { family: { own: 'МАРОЗАВА', latin: 'MAROZAVA' }, given: { own: 'АЛЕНА', latin: 'ALENA' }, sex: 'F' },
      { family: { own: 'ГРЫНЕВІЧ', latin: 'HRYNEVICH' }, given: { own: 'ПАВЕЛ', latin: 'PAVEL' }, sex: 'M' },
    ],
  },
  MK: {
    code: 'MKD',
    title: 'РЕПУБЛИКА СЕВЕРНА МАКЕДОНИЈА',
    latinTitle: 'REPUBLIC OF NORTH MACEDONIA',
    document: 'ПАСОШ',
    captions: {
      type: 'Тип/Type',
      code: 'Код/Code',
      number: 'Број/Passport No.',
      surname: 'Презиме/Surname',
      givenNames: 'Име/Given names',
      nationality: 'Државјанство/Nationality',
      personalNumber: 'ЕМБГ/Personal No.',
      dateOfBirth: 'Датум на раѓање/Date of birth',
      sex: 'Пол/Sex',
      placeOfBirth: 'Место на раѓање/Place of birth',
      dateOfIssue: 'Датум на издавање/Date of issue',
      authority: 'Орган/Authority',
      dateOfExpiry: 'Важи до/Date of expiry',
    },
    nationality: 'МАКЕДОНСКО/MACEDONIAN',
    sexes: { F: 'Ж/F', M: 'М/M' },
    placeOfBirth: 'СКОПЈЕ/SKOPJE',
    authority: '8001',
    names: 'own line first',
    dates: 'dd.mm.yyyy',
    hasPersonalNumber: true,
    people: [
      { family: { own: 'СТОЈАНОВСКИ', latin: 'STOJANOVSKI' }, given: { own: 'ЃОРЃИ', latin: 'GJORGJI' }, sex: 'M' },
      { family: { own: 'НИКОЛОВСКА', latin: 'NIKOLOVSKA' }, given: { own: 'ВЕСНА', latin: 'VESNA' }, sex: 'F' },
      { family: { own: 'ЌОСЕВСКИ', latin: 'KJOSEVSKI' }, given: { own: 'БЛАЖЕ', latin: 'BLAZHE' }, sex: 'M' },
      { family: { own: 'ЅВЕЗДОВА', latin: 'DZVEZDOVA' }, given: { own: 'ЉУБИЦА', latin: 'LJUBICA' }, sex: 'F' },
      { family: { own: 'ТРАЈКОВ', latin: 'TRAJKOV' }, given: { own: 'ДИМИТАР', latin: 'DIMITAR' }, sex: 'M' },
      { family: { own: 'ГЕОРГИЕВСКИ', latin: 'GEORGIEVSKI' }, given: { own: 'ГОРАН', latin: 'GORAN' }, sex: 'M' },
      { family: { own: 'АТАНАСОВА', latin: 'ATANASOVA' }, given: { own: 'ЕЛЕНА', latin: 'ELENA' }, sex: 'F' },
      { family: { own: 'ЏАМБАЗОВ', latin: 'DJAMBAZOV' }, given: { own: 'ЗЛАТКО', latin: 'ZLATKO' }, sex: 'M' },
      { family: { own: 'МИЛЕВСКА', latin: 'MILEVSKA' }, given: { own: 'ЖАНЕТА', latin: 'ZHANETA' }, sex: 'F' },
      { family: { own: 'ПОПОВ', latin: 'POPOV' }, given: { own: 'ТОМЕ', latin: 'TOME' }, sex: 'M' },
    ],
  },
  RS: {
    code: 'SRB',
    title: 'РЕПУБЛИКА СРБИЈА',
    latinTitle: 'REPUBLIC OF SERBIA',
    document: 'ПАСОШ',
    captions: {
      type: 'Тип/Type',
      code: 'Код/Code',
      number: 'Број пасоша/Passport No.',
      surname: 'Презиме/Surname',
      givenNames: 'Име/Given names',
      nationality: 'Држављанство/Nationality',
      personalNumber: 'ЈМБГ/Personal No.',
      dateOfBirth: 'Датум рођења/Date of birth',
      sex: 'Пол/Sex',
      placeOfBirth: 'Место рођења/Place of birth',
      dateOfIssue: 'Датум издавања/Date of issue',
      authority: 'Издат од/Authority',
      dateOfExpiry: 'Важи до/Date of expiry',
    },
    nationality: 'СРПСКО/SERBIAN',
    sexes: { F: 'Ж/F', M: 'М/M' },
    placeOfBirth: 'БЕОГРАД/BEOGRAD',
    authority: '8001',
    names: 'one line',
    dates: 'dd.mm.yyyy.',
    hasPersonalNumber: true,
    people: [
      { family: { own: 'ПЕТРОВИЋ', latin: 'PETROVIĆ' }, given: { own: 'МИЛИЦА', latin: 'MILICA' }, sex: 'F' },
      { family: { own: 'ЂОКОВИЋ', latin: 'ĐOKOVIĆ' }, given: { own: 'НЕМАЊА', latin: 'NEMANJA' }, sex: 'M' },
      { family: { own: 'ШЉИВИЋ', latin: 'ŠLJIVIĆ' }, given: { own: 'ЈЕЛЕНА', latin: 'JELENA' }, sex: 'F' },
      { family: { own: 'ЧЕДОМИРОВ', latin: 'ČEDOMIROV' }, given: { own: 'ЖЕЉКО', latin: 'ŽELJKO' }, sex: 'M' },
      { family: { own: 'ЏАМИЋ', latin: 'DŽAMIĆ' }, given: { own: 'АНА', latin: 'ANA' }, sex: 'F' },
      { family: { own: 'МАРКОВИЋ', latin: 'MARKOVIĆ' }, given: { own: 'ДРАГАНА', latin: 'DRAGANA' }, sex: 'F' },
      { family: { own: 'ЖИВКОВИЋ', latin: 'ŽIVKOVIĆ' }, given: { own: 'УРОШ', latin: 'UROŠ' }, sex: 'M' },
      { family: { own: 'ЊЕГОВАН', latin: 'NJEGOVAN' }, given: { own: 'САЊА', latin: 'SANJA' }, sex: 'F' },
      { family: { own: 'ЂУРИЋ', latin: 'ĐURIĆ' }, given: { own: 'ЗОРАН', latin: 'ZORAN' }, sex: 'M' },
      { family: { own: 'ТОДОРОВ', latin: 'TODOROV' }, given: { own: 'ВЕРА', latin: 'VERA' }, sex: 'F' },
    ],
  },
  RU: {
    code: 'RUS',
    title: 'РОССИЙСКАЯ ФЕДЕРАЦИЯ',
    latinTitle: 'RUSSIAN FEDERATION',
    document: 'ПАСПОРТ',
    captions: {
      type: 'Тип/Type',
      code: 'Код государства/Code of issuing state',
      number: 'Номер паспорта/Passport No.',
      surname: 'Фамилия/Surname',
      givenNames: 'Имя/Given names',
      nationality: 'Гражданство/Nationality',
      personalNumber: 'Учётная запись',
      dateOfBirth: 'Дата рождения/Date of birth',
      sex: 'Пол/Sex',
      placeOfBirth: 'Место рождения/Place of birth',
      dateOfIssue: 'Дата выдачи/Date of issue',
      authority: 'Орган/Authority',
      dateOfExpiry: 'Дата окончания срока действия/Date of expiry',
    },
    nationality: 'РОССИЙСКАЯ ФЕДЕРАЦИЯ/RUSSIAN FEDERATION',
    sexes: { F: 'Ж/F', M: 'М/M' },
    placeOfBirth: 'Г. МОСКВА / USSR',
    authority: 'ФМС 77001',
    names: 'own line first',
    dates: 'dd.mm.yyyy',
    hasPersonalNumber: false,
    people: [
      { family: { own: 'ИВАНОВА', latin: 'IVANOVA' }, given: { own: 'ЕЛЕНА СЕРГЕЕВНА', latin: 'ELENA' }, sex: 'F' },
      { family: { own: 'ХРУЩЁВ', latin: 'KHRUSHCHEV' }, given: { own: 'ДМИТРИЙ ИЛЬИЧ', latin: 'DMITRII' }, sex: 'M' },
      { family: { own: 'ВЫСОЦКАЯ', latin: 'VYSOTSKAIA' }, given: { own: 'ЮЛИЯ АНДРЕЕВНА', latin: 'IULIIA' }, sex: 'F' },
      { family: { own: 'ЖУКОВ', latin: 'ZHUKOV' }, given: { own: 'АЛЕКСАНДР ПЕТРОВИЧ', latin: 'ALEKSANDR' }, sex: 'M' },
      { family: { own: 'СОКОЛОВА', latin: 'SOKOLOVA' }, given: { own: 'АННА', latin: 'ANNA' }, sex: 'F' },
      {
        family: { own: 'МОРОЗОВА', latin: 'MOROZOVA' },
        given: { own: 'ТАТЬЯНА ИГОРЕВНА', latin: 'TATIANA' },
        sex: 'F',
      },
      { family: { own: 'ВОЛКОВ', latin: 'VOLKOV' }, given: { own: 'НИКОЛАЙ ФЁДОРОВИЧ', latin: 'NIKOLAI' }, sex: 'M' },
      { family: { own: 'ЗАЙЦЕВА', latin: 'ZAITSEVA' }, given: { own: 'ОЛЬГА ПАВЛОВНА', latin: 'OLGA' }, sex: 'F' },
      { family: { own: 'ФЁДОРОВ', latin: 'FEDOROV' }, given: { own: 'ИГОРЬ ЛЬВОВИЧ', latin: 'IGOR' }, sex: 'M' },
      { family: { own: 'ЩУКИНА', latin: 'SHCHUKINA' }, given: { own: 'ДАРЬЯ ОЛЕГОВНА', latin: 'DARIA' }, sex: 'F' },
    ],
  },
  UA: {
    code: 'UKR',
    title: 'УКРАЇНА',
    latinTitle: 'UKRAINE',
    document: 'ПАСПОРТ',
    captions: {
      type: 'Тип/Type',
      code: 'Код держави/Country code',
      number: 'Номер паспорта/Passport No.',
      surname: 'Прізвище/Surname',
      givenNames: "Ім'я/Given names",
      nationality: 'Громадянство/Nationality',
      personalNumber: 'Запис №/Record No.',
      dateOfBirth: 'Дата народження/Date of birth',
      sex: 'Стать/Sex',
      placeOfBirth: 'Місце народження/Place of birth',
      dateOfIssue: 'Дата видачі/Date of issue',
      authority: 'Орган, що видав/Authority',
      dateOfExpiry: 'Дата закінчення строку дії/Date of expiry',
    },
    nationality: 'УКРАЇНА/UKRAINE',
    sexes: { F: 'Ж/F', M: 'Ч/M' },
    placeOfBirth: 'М. КИЇВ/UKR',
    authority: '8001',
    names: 'one line',
    dates: 'months',
    hasPersonalNumber: true,
    people: [
      { family: { own: 'ТКАЧЕНКО', latin: 'TKACHENKO' }, given: { own: "МАР'ЯНА", latin: 'MARIANA' }, sex: 'F' },
      { family: { own: 'ЩЕРБАК', latin: 'SHCHERBAK' }, given: { own: 'ЄВГЕН', latin: 'YEVHEN' }, sex: 'M' },
      { family: { own: 'ГРИЦЕНКО', latin: 'HRYTSENKO' }, given: { own: 'ЮЛІЯ', latin: 'YULIIA' }, sex: 'F' },
      { family: { own: 'КОВАЛЬЧУК', latin: 'KOVALCHUK' }, given: { own: 'АНДРІЙ', latin: 'ANDRII' }, sex: 'M' },
      { family: { own: 'ЇЖАКЕВИЧ', latin: 'YIZHAKEVYCH' }, given: { own: 'ОЛЕНА', latin: 'OLENA' }, sex: 'F' },
      { family: { own: 'МЕЛЬНИК', latin: 'MELNYK' }, given: { own: 'ОКСАНА', latin: 'OKSANA' }, sex: 'F' },
      { family: { own: 'БОЙКО', latin: 'BOIKO' }, given: { own: 'ТАРАС', latin: 'TARAS' }, sex: 'M' },
      { family: { own: 'ШЕВЧУК', latin: 'SHEVCHUK' }, given: { own: 'ІРИНА', latin: 'IRYNA' }, sex: 'F' },
      { family: { own: 'ПОЛІЩУК', latin: 'POLISHCHUK' }, given: { own: 'МИХАЙЛО', latin: 'MYKHAILO' }, sex: 'M' },
      { family: { own: 'КРАВЕЦЬ', latin: 'KRAVETS' }, given: { own: 'ЯНА', latin: 'YANA' }, sex: 'F' },
    ],
  },
};
