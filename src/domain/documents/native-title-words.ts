/**
 * Words of the headings of travel documents and identity cards in Cyrillic and Greek, in capitals. None is a person's name. A
 * line that contains only these words, and those of `titleWords`, is not a name.
 */
export const nativeTitleWords: readonly string[] = `
  ПАСПОРТ ПАСОШ ПАШПАРТ ВИЗА ВІЗА ДИПЛОМАТИЧЕСКИЙ ДИПЛОМАТИЧНИЙ ДИПЛОМАТИЧЕСКИ СЛУЖЕБНЫЙ СЛУЖБОВИЙ СЛУЖЕБЕН ГРАЖДАНИНА ГРОМАДЯНИНА
  РОССИЙСКАЯ РОССИЙСКОЙ ФЕДЕРАЦИЯ ФЕДЕРАЦИИ УКРАЇНА УКРАЇНИ РЕПУБЛИКА РЕСПУБЛИКА РЭСПУБЛІКА БЕЛАРУСЬ СРБИЈА СЕВЕРНА МАКЕДОНИЈА БЪЛГАРИЯ
  БОСНА И ХЕРЦЕГОВИНА ЦРНА ГОРА ЛИЧНА КАРТА КАРТКА ПОСВІДЧЕННЯ ПОСВІДКА УДОСТОВЕРЕНИЕ ЛИЧНОСТИ ВИД НА ЖИТЕЛЬСТВО ЕВРОПЕЙСКИ СЪЮЗ
  ΔΙΑΒΑΤΗΡΙΟ ΕΛΛΗΝΙΚΗ ΚΥΠΡΙΑΚΗ ΔΗΜΟΚΡΑΤΙΑ ΔΕΛΤΙΟ ΤΑΥΤΟΤΗΤΑ ΤΑΥΤΟΤΗΤΑΣ ΕΥΡΩΠΑΙΚΗ ΕΝΩΣΗ ΑΔΕΙΑ ΔΙΑΜΟΝΗΣ
`
  .trim()
  .split(/\s+/);
