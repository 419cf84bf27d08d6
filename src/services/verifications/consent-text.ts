import type { Language } from '../../domain/language.ts';

/** The service's own consent text, for flows that have none in the person's language. */
const ownTexts: Readonly<Record<Language, string>> = {
  en: 'I agree that my data, including images of my documents and face, is processed to verify my identity.',
  es: 'Acepto que se traten mis datos, incluidas las imágenes de mis documentos y de mi rostro, para verificar mi identidad.',
  fr: 'J’accepte que mes données, y compris les images de mes documents et de mon visage, soient traitées pour vérifier mon identité.',
  pt: 'Concordo que os meus dados, incluindo imagens dos meus documentos e do meu rosto, sejam tratados para verificar a minha identidade.',
  ru: 'Я даю согласие на обработку моих данных, включая изображения документов и лица, для подтверждения моей личности.',
  tr: 'Kimliğimin doğrulanması için belgelerimin ve yüzümün görüntüleri dahil verilerimin işlenmesini kabul ediyorum.',
  de: 'Ich willige ein, dass meine Daten, auch Bilder meiner Dokumente und meines Gesichts, zur Prüfung meiner Identität verarbeitet werden.',
  it: 'Acconsento al trattamento dei miei dati, comprese le immagini dei miei documenti e del mio volto, per verificare la mia identità.',
  pl: 'Zgadzam się na przetwarzanie moich danych, w tym zdjęć dokumentów i twarzy, w celu weryfikacji mojej tożsamości.',
  th: 'ฉันยินยอมให้ประมวลผลข้อมูลของฉัน รวมถึงภาพเอกสารและใบหน้า เพื่อยืนยันตัวตน',
};

/** The flow's text in this language, otherwise the service's: people must be able to read what they agree to. */
export function consentTextOf(consent: { texts: Partial<Record<Language, string>> }, language: Language): string {
  return consent.texts[language] ?? ownTexts[language];
}

/** The key under which the consent to the search of all faces is recorded. The two texts have separate version numbers. */
export function duplicateFaceText(version: string): string {
  return `duplicate-face/${version}`;
}
