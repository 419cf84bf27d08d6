import type { Language } from '../../domain/language.ts';

/** The text of a message with a code. `{code}`, `{client}` and `{minutes}` are placeholders. */
interface CodeText {
  sms: string;
  subject: string;
  /** The email’s paragraphs before and after the code. */
  intro: string;
  warning: string;
}

export const codeTexts: Readonly<Record<Language, CodeText>> = {
  en: {
    sms: '{code} is your code for {client}. It is valid for {minutes} minutes. Do not share it with anyone.',
    subject: '{code} is your code for {client}',
    intro: 'Enter this code to confirm your email address for {client}. It is valid for {minutes} minutes.',
    warning: 'Do not share it with anyone. If you did not ask for it, you can ignore this message.',
  },
  es: {
    sms: '{code} es su código para {client}. Es válido durante {minutes} minutos. No lo comparta con nadie.',
    subject: '{code} es su código para {client}',
    intro:
      'Introduzca este código para confirmar su dirección de correo electrónico para {client}. Es válido durante {minutes} minutos.',
    warning: 'No lo comparta con nadie. Si no lo ha solicitado, puede ignorar este mensaje.',
  },
  fr: {
    sms: '{code} est votre code pour {client}. Il est valable {minutes} minutes. Ne le communiquez à personne.',
    subject: '{code} est votre code pour {client}',
    intro: 'Saisissez ce code pour confirmer votre adresse e-mail pour {client}. Il est valable {minutes} minutes.',
    warning: 'Ne le communiquez à personne. Si vous ne l’avez pas demandé, vous pouvez ignorer ce message.',
  },
  pt: {
    sms: '{code} é o seu código para {client}. É válido por {minutes} minutos. Não o compartilhe com ninguém.',
    subject: '{code} é o seu código para {client}',
    intro: 'Digite este código para confirmar o seu endereço de e-mail para {client}. É válido por {minutes} minutos.',
    warning: 'Não o compartilhe com ninguém. Se não foi você que pediu, ignore esta mensagem.',
  },
  ru: {
    sms: '{code} — ваш код для {client}. Он действует {minutes} минут. Никому его не сообщайте.',
    subject: '{code} — ваш код для {client}',
    intro: 'Введите этот код, чтобы подтвердить адрес электронной почты для {client}. Он действует {minutes} минут.',
    warning: 'Никому его не сообщайте. Если вы его не запрашивали, не обращайте внимания на это письмо.',
  },
  tr: {
    sms: '{client} için kodunuz: {code}. {minutes} dakika geçerlidir. Kimseyle paylaşmayın.',
    subject: '{client} için kodunuz: {code}',
    intro: '{client} için e-posta adresinizi doğrulamak üzere bu kodu girin. {minutes} dakika geçerlidir.',
    warning: 'Kimseyle paylaşmayın. Bu kodu siz istemediyseniz bu iletiyi dikkate almayın.',
  },
  de: {
    sms: '{code} ist Ihr Code für {client}. Er gilt {minutes} Minuten. Geben Sie ihn an niemanden weiter.',
    subject: '{code} ist Ihr Code für {client}',
    intro: 'Geben Sie diesen Code ein, um Ihre E-Mail-Adresse für {client} zu bestätigen. Er gilt {minutes} Minuten.',
    warning:
      'Geben Sie ihn an niemanden weiter. Wenn Sie ihn nicht angefordert haben, können Sie diese Nachricht ignorieren.',
  },
  it: {
    sms: '{code} è il tuo codice per {client}. È valido per {minutes} minuti. Non comunicarlo a nessuno.',
    subject: '{code} è il tuo codice per {client}',
    intro:
      'Inserisci questo codice per confermare il tuo indirizzo e-mail per {client}. È valido per {minutes} minuti.',
    warning: 'Non comunicarlo a nessuno. Se non lo hai richiesto, puoi ignorare questo messaggio.',
  },
  pl: {
    sms: '{code} to Twój kod dla {client}. Jest ważny przez {minutes} minut. Nie udostępniaj go nikomu.',
    subject: '{code} to Twój kod dla {client}',
    intro: 'Wpisz ten kod, aby potwierdzić adres e-mail dla {client}. Jest ważny przez {minutes} minut.',
    warning: 'Nie udostępniaj go nikomu. Jeśli to nie Ty prosisz o ten kod, zignoruj tę wiadomość.',
  },
  th: {
    sms: '{code} คือรหัสของคุณสำหรับ {client} ใช้ได้ภายใน {minutes} นาที ห้ามบอกรหัสนี้แก่ผู้อื่น',
    subject: '{code} คือรหัสของคุณสำหรับ {client}',
    intro: 'กรอกรหัสนี้เพื่อยืนยันที่อยู่อีเมลของคุณสำหรับ {client} รหัสใช้ได้ภายใน {minutes} นาที',
    warning: 'ห้ามบอกรหัสนี้แก่ผู้อื่น หากคุณไม่ได้ขอรหัสนี้ ไม่ต้องสนใจข้อความนี้',
  },
};
