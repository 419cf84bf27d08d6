import type { Caption, PassportInTwoScripts, PersonInTwoScripts } from './passports-in-two-scripts.ts';

const order: readonly Caption[] = [
  'type', 'code', 'number', 'surname', 'givenNames', 'nationality', 'personalNumber', 'dateOfBirth', 'sex', 'placeOfBirth',
  'dateOfIssue', 'authority', 'dateOfExpiry',
]; // prettier-ignore

/**
 * Passports of countries whose script no reader knows. The people do not exist. Captions and notation follow public descriptions of these
 * passports; the places of the fields are our own.
 */
export const passportsInUnreadScripts: Readonly<Record<string, PassportInTwoScripts>> = {
  AE: {
    code: 'ARE',
    title: 'الإمارات العربية المتحدة',
    latinTitle: 'UNITED ARAB EMIRATES',
    document: 'جواز سفر',
    captions: captionsOf(`
      النوع/Type | رمز الدولة/Country Code | رقم الجواز/Passport No | اللقب/Surname | الاسم/Given Names | الجنسية/Nationality | الرقم الموحد/Personal No
      | تاريخ الميلاد/Date of Birth | الجنس/Sex | مكان الميلاد/Place of Birth | تاريخ الإصدار/Date of Issue | جهة الإصدار/Authority | تاريخ الانتهاء/Date of Expiry`),
    nationality: 'UNITED ARAB EMIRATES',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: 'DUBAI',
    authority: 'DUBAI',
    names: 'own at the right',
    dates: 'dd/mm/yyyy',
    hasPersonalNumber: false,
    people: peopleOf(
      'المنصوري=ALMANSOORI, أحمد علي=AHMED ALI, M; الشحي=ALSHEHHI, مريم=MARYAM, F; الظاهري=ALDHAHERI, خالد سعيد=KHALED SAEED, M',
    ),
  },
  AM: {
    code: 'ARM',
    title: 'ՀԱՅԱՍՏԱՆԻ ՀԱՆՐԱՊԵՏՈՒԹՅՈՒՆ',
    latinTitle: 'REPUBLIC OF ARMENIA',
    document: 'ԱՆՁՆԱԳԻՐ',
    captions: captionsOf(`
      Տեսակ/Type | Երկրի կոդ/Code of country | Անձնագրի №/Passport No. | Ազգանուն/Surname | Անուն/Given names | Քաղաքացիություն/Citizenship | Համար/Personal No.
      | Ծննդյան ամսաթիվ/Date of birth | Սեռ/Sex | Ծննդավայր/Place of birth | Տրված է/Date of issue | Ում կողմից/Authority | Վավեր է մինչև/Date of expiry`),
    nationality: 'ՀԱՅԱՍՏԱՆ/ARMENIA',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: 'ԵՐԵՎԱՆ/YEREVAN',
    authority: '001',
    names: 'own line first',
    dates: 'dd/mm/yyyy',
    hasPersonalNumber: false,
    people: peopleOf(
      'ՊԵՏՐՈՍՅԱՆ=PETROSYAN, ԱՐՄԵՆ=ARMEN, M; ՀԱԿՈԲՅԱՆ=HAKOBYAN, ԱՆԻ=ANI, F; ՂԱԶԱՐՅԱՆ=GHAZARYAN, ՏԻԳՐԱՆ=TIGRAN, M',
    ),
  },
  BD: {
    code: 'BGD',
    title: 'গণপ্রজাতন্ত্রী বাংলাদেশ',
    latinTitle: "PEOPLE'S REPUBLIC OF BANGLADESH",
    document: 'পাসপোর্ট',
    captions: captionsOf(`
      শ্রেণী/Type | দেশ কোড/Country Code | পাসপোর্ট নম্বর/Passport Number | বংশগত নাম/Surname | প্রদত্ত নাম/Given Name | জাতীয়তা/Nationality | ব্যক্তিগত নং/Personal No.
      | জন্ম তারিখ/Date of Birth | লিঙ্গ/Sex | জন্মস্থান/Place of Birth | প্রদানের তারিখ/Date of Issue | কর্তৃপক্ষ/Issuing Authority | মেয়াদোত্তীর্ণের তারিখ/Date of Expiry`),
    nationality: 'BANGLADESHI',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: 'DHAKA',
    authority: 'DIP/DHAKA',
    names: 'latin only',
    dates: 'dd mmm yyyy',
    hasPersonalNumber: true,
    people: peopleOf('=RAHMAN, =TANVIR, M; =AKTER, =NUSRAT, F; =CHOWDHURY, =RAFIQUL, M'),
  },
  CN: {
    code: 'CHN',
    title: '中华人民共和国',
    latinTitle: "PEOPLE'S REPUBLIC OF CHINA",
    document: '护照',
    captions: captionsOf(`
      类型/Type | 国家码/Country Code | 护照号/Passport No. | 姓/Surname | 名/Given names | 国籍/Nationality | 身份号/Personal No.
      | 出生日期/Date of birth | 性别/Sex | 出生地点/Place of birth | 签发日期/Date of issue | 签发机关/Authority | 有效期至/Date of expiry`),
    nationality: '中国/CHINESE',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: '上海/SHANGHAI',
    authority: '公安部出入境管理局/MPS EXIT & ENTRY ADMINISTRATION',
    names: 'own line first',
    dates: 'dd mmm yyyy',
    hasPersonalNumber: false,
    people: peopleOf('王=WANG, 秀英=XIUYING, F; 张=ZHANG, 伟=WEI, M; 欧阳=OUYANG, 静=JING, F'),
  },
  EG: {
    code: 'EGY',
    title: 'جمهورية مصر العربية',
    latinTitle: 'ARAB REPUBLIC OF EGYPT',
    document: 'جواز سفر',
    captions: captionsOf(`
      النوع/Type | الرمز/Country Code | رقم جواز السفر/Passport No. | اللقب/Surname | الاسم/Given Names | الجنسية/Nationality | الرقم القومي/National ID
      | تاريخ الميلاد/Date of Birth | الجنس/Sex | محل الميلاد/Place of Birth | تاريخ الإصدار/Date of Issue | مكتب الإصدار/Issuing Office | تاريخ الانتهاء/Date of Expiry`),
    nationality: 'EGYPTIAN',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: 'CAIRO',
    authority: 'CAIRO',
    names: 'own line first',
    dates: 'dd/mm/yyyy',
    hasPersonalNumber: false,
    people: peopleOf(
      'حسن=HASSAN, محمد إبراهيم=MOHAMED IBRAHIM, M; فرج=FARAG, نورهان=NOURHAN, F; الشناوي=ELSHENAWY, مصطفى=MOSTAFA, M',
    ),
  },
  GE: {
    code: 'GEO',
    title: 'საქართველო',
    latinTitle: 'GEORGIA',
    document: 'პასპორტი',
    captions: captionsOf(`
      ტიპი/Type | ქვეყნის კოდი/Country code | პასპორტის №/Passport No. | გვარი/Surname | სახელი/Given names | მოქალაქეობა/Citizenship | პირადი №/Personal No.
      | დაბადების თარიღი/Date of birth | სქესი/Sex | დაბადების ადგილი/Place of birth | გაცემის თარიღი/Date of issue | გამცემი/Authority | ვადა/Date of expiry`),
    nationality: 'საქართველო/GEORGIA',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: 'თბილისი/TBILISI',
    authority: 'იუსტიციის სამინისტრო',
    names: 'one line',
    dates: 'dd mmm yyyy',
    hasPersonalNumber: true,
    people: peopleOf(
      'ბერიძე=BERIDZE, ნინო=NINO, F; კაპანაძე=KAPANADZE, გიორგი=GIORGI, M; წერეთელი=TSERETELI, თამარ=TAMAR, F',
    ),
  },
  IL: {
    code: 'ISR',
    title: 'מדינת ישראל',
    latinTitle: 'STATE OF ISRAEL',
    document: 'דרכון',
    captions: captionsOf(`
      סוג/Type | סמל המדינה/Code of State | מס׳ דרכון/Passport No. | שם משפחה/Surname | שם פרטי/Given name | אזרחות/Nationality | מס׳ זהות/I.D. No.
      | תאריך לידה/Date of birth | מין/Sex | מקום לידה/Place of birth | תאריך הוצאה/Date of issue | רשות/Authority | תאריך פקיעה/Date of expiry`),
    nationality: 'ISRAELI',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: 'ISRAEL',
    authority: 'MOI',
    names: 'own at the right',
    dates: 'dd/mm/yyyy',
    hasPersonalNumber: true,
    people: peopleOf('כהן=COHEN, יעל=YAEL, F; לוי=LEVI, דוד=DAVID, M; מזרחי=MIZRAHI, נועה=NOA, F'),
  },
  IN: {
    code: 'IND',
    title: 'भारत गणराज्य',
    latinTitle: 'REPUBLIC OF INDIA',
    document: 'पासपोर्ट',
    captions: captionsOf(`
      टाइप/Type | राष्ट्र कोड/Country Code | पासपोर्ट नं./Passport No. | उपनाम/Surname | दिया गया नाम/Given Name(s) | राष्ट्रीयता/Nationality | फाइल नं./File No.
      | जन्मतिथि/Date of Birth | लिंग/Sex | जन्म स्थान/Place of Birth | जारी करने की तिथि/Date of Issue | जारी करने का स्थान/Place of Issue | समाप्ति की तिथि/Date of Expiry`),
    nationality: 'भारतीय/INDIAN',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: 'LUCKNOW',
    authority: 'LUCKNOW',
    names: 'latin only',
    dates: 'dd/mm/yyyy',
    hasPersonalNumber: false,
    people: peopleOf('=SHARMA, =PRIYA, F; =RAMASWAMY, =KARTHIK, M; =SINGH, =GURPREET, M'),
  },
  IR: {
    code: 'IRN',
    title: 'جمهوری اسلامی ایران',
    latinTitle: 'ISLAMIC REPUBLIC OF IRAN',
    document: 'گذرنامه',
    captions: captionsOf(`
      نوع/Type | کد کشور/Country code | شماره گذرنامه/Passport No. | نام خانوادگی/Surname | نام/Name | تابعیت/Nationality | شماره ملی/National No.
      | تاریخ تولد/Date of Birth | جنس/Sex | محل تولد/Place of Birth | تاریخ صدور/Date of Issue | مرجع صدور/Authority | تاریخ انقضا/Date of Expiry`),
    nationality: 'IRANIAN',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: 'TEHRAN',
    authority: 'POLICE',
    names: 'own at the right',
    dates: 'dd/mm/yyyy',
    hasPersonalNumber: false,
    people: peopleOf('حسینی=HOSSEINI, زهرا=ZAHRA, F; کریمی=KARIMI, رضا=REZA, M; موسوی=MOUSAVI, امیر=AMIR, M'),
  },
  JP: {
    code: 'JPN',
    title: '日本国',
    latinTitle: 'JAPAN',
    document: '旅券',
    captions: captionsOf(`
      型/Type | 発行国/Issuing country | 旅券番号/Passport No. | 姓/Surname | 名/Given name | 国籍/Nationality | 番号/Personal No.
      | 生年月日/Date of birth | 性別/Sex | 本籍/Registered Domicile | 発行年月日/Date of issue | 発行官庁/Authority | 有効期間満了日/Date of expiry`),
    nationality: 'JAPAN',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: 'TOKYO',
    authority: 'MINISTRY OF FOREIGN AFFAIRS',
    names: 'latin only',
    dates: 'dd mmm yyyy',
    hasPersonalNumber: false,
    people: peopleOf('=SATO, =HARUTO, M; =TAKAHASHI, =YUI, F; =OTA, =KEN, M'),
  },
  KR: {
    code: 'KOR',
    title: '대한민국',
    latinTitle: 'REPUBLIC OF KOREA',
    document: '여권',
    captions: captionsOf(`
      종류/Type | 발행국/Issuing country | 여권번호/Passport No. | 성/Surname | 이름/Given names | 국적/Nationality | 주민등록번호/Personal No.
      | 생년월일/Date of birth | 성별/Sex | 출생지/Place of birth | 발급일/Date of issue | 발행관청/Authority | 기간만료일/Date of expiry`),
    nationality: 'REPUBLIC OF KOREA',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: 'SEOUL',
    authority: 'MINISTRY OF FOREIGN AFFAIRS',
    names: 'own below',
    dates: 'dd mmm yyyy',
    hasPersonalNumber: true,
    people: peopleOf('김=KIM, 민준=MINJUN, M; 박=PARK, 서연=SEOYEON, F; 최=CHOI, 지훈=JIHOON, M'),
  },
  MA: {
    code: 'MAR',
    title: 'المملكة المغربية',
    latinTitle: 'ROYAUME DU MAROC',
    document: 'جواز سفر',
    captions: captionsOf(`
      النوع/Type | رمز البلد/Code du pays | رقم الجواز/Passeport N° | الاسم العائلي/Nom | الاسم الشخصي/Prénoms | الجنسية/Nationalité | رقم البطاقة/Numéro personnel
      | تاريخ الازدياد/Date de naissance | الجنس/Sexe | مكان الازدياد/Lieu de naissance | تاريخ الإصدار/Date de délivrance | السلطة/Autorité | تاريخ الانتهاء/Date d'expiration`),
    nationality: 'MAROCAINE',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: 'CASABLANCA',
    authority: 'RABAT',
    names: 'own at the right',
    dates: 'dd/mm/yyyy',
    hasPersonalNumber: false,
    people: peopleOf(
      'بنعلي=BENALI, ياسين=YASSINE, M; العلوي=EL ALAOUI, فاطمة الزهراء=FATIMA ZAHRA, F; أمزيان=AMEZIANE, سعيد=SAID, M',
    ),
  },
  PK: {
    code: 'PAK',
    title: 'اسلامی جمہوریہ پاکستان',
    latinTitle: 'ISLAMIC REPUBLIC OF PAKISTAN',
    document: 'پاسپورٹ',
    captions: captionsOf(`
      Type | Country Code | Passport Number | Surname | Given Names | Nationality | Citizenship Number
      | Date of Birth | Sex | Place of Birth | Date of Issue | Issuing Authority | Date of Expiry`),
    nationality: 'PAKISTANI',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: 'LAHORE, PAK',
    authority: 'PAKISTAN',
    names: 'latin only',
    dates: 'dd mmm yyyy',
    hasPersonalNumber: true,
    people: peopleOf('KHAN=KHAN, =IMRAN ALI, M; BUTT=BUTT, =AYESHA, F; CHAUDHRY=CHAUDHRY, =USMAN, M'),
  },
  TH: {
    code: 'THA',
    title: 'ประเทศไทย',
    latinTitle: 'THAILAND',
    document: 'หนังสือเดินทาง',
    captions: captionsOf(`
      ประเภท/Type | รหัสประเทศ/Country code | หนังสือเดินทางเลขที่/Passport No. | นามสกุล/Surname | ชื่อ/Given names | สัญชาติ/Nationality | เลขประจำตัวประชาชน/Identification No.
      | วันเกิด/Date of birth | เพศ/Sex | สถานที่เกิด/Place of birth | วันที่ออก/Date of issue | ออกให้โดย/Authority | วันที่หมดอายุ/Date of expiry`),
    nationality: 'THAI',
    sexes: { F: 'F', M: 'M' },
    placeOfBirth: 'BANGKOK',
    authority: 'MINISTRY OF FOREIGN AFFAIRS',
    names: 'own below',
    dates: 'dd mmm yyyy',
    hasPersonalNumber: true,
    people: peopleOf('สุขใจ=SUKJAI, สมชาย=SOMCHAI, M; ทองดี=THONGDEE, มาลี=MALEE, F; ศรีสวัสดิ์=SRISAWAT, ณัฐพล=NATTAPHON, M'),
  },
};

function captionsOf(text: string): PassportInTwoScripts['captions'] {
  const texts = text.split('|').map((each) => each.trim());
  const captions = Object.fromEntries(order.map((name, index) => [name, texts[index] ?? '']));
  return captions as Record<Caption, string>;
}

/** `family name, given names, sex`, each name in both scripts: own=Latin. */
function peopleOf(text: string): PersonInTwoScripts[] {
  return text.split(';').map((person) => {
    const [family = '', given = '', sex] = person.split(',').map((each) => each.trim());
    const both = (name: string) => {
      const [own = '', latin = ''] = name.split('=');
      return { own, latin };
    };
    return { family: both(family), given: both(given), sex: sex === 'F' ? 'F' : 'M' };
  });
}
