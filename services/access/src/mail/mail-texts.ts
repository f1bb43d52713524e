import type { FastifyRequest } from 'fastify';
import type { Message } from './mail-sender.ts';

/** Languages that mails are written in. */
export type MailLanguage = 'en' | 'de';

type Text = Omit<Message, 'to'>;

/** The language in which whoever caused the mail reads the console. */
export function getLanguage({ headers }: Pick<FastifyRequest, 'headers'>): MailLanguage {
  return /^\s*de\b/i.test(headers['accept-language'] ?? '') ? 'de' : 'en';
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => escapes[one] ?? one);

interface Letter {
  subject: string;
  /** Above the link. */
  before: string;
  button: string;
  /** Below the link. */
  after: string;
}

/** One letter in both forms: a sentence, one link, a sentence. Plain enough for every mail program. */
function write({ subject, before, button, after }: Letter, link: string): Text {
  const style = 'display:inline-block;padding:10px 16px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600';
  return {
    subject,
    text: `${before}\n\n${link}\n\n${after}\n`,
    html: `<div style="font:15px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif;color:#0f172a;max-width:520px"><p>${escaped(before)}</p><p><a href="${escaped(link)}" style="${style}">${escaped(button)}</a></p><p style="color:#64748b;font-size:13px">${escaped(after)}</p><p style="color:#64748b;font-size:12px;word-break:break-all">${escaped(link)}</p></div>`,
  };
}

/** Shows that the settings work. */
export function testMail(language: MailLanguage, { name, link }: { name: string; link: string }): Text {
  const letters: Record<MailLanguage, Letter> = {
    en: {
      subject: 'Packhouse can send mail',
      before: `${name} sent this mail to try the settings for outgoing mail. They work.`,
      button: 'Open Packhouse',
      after: 'Links in mails lead to the address above.',
    },
    de: {
      subject: 'Packhouse kann E-Mails senden',
      before: `${name} hat mit dieser E-Mail die Einstellungen für ausgehende E-Mails ausprobiert. Sie funktionieren.`,
      button: 'Packhouse öffnen',
      after: 'Links in E-Mails führen zu der Adresse oben.',
    },
  };
  return write(letters[language], link);
}

/** The link to a new password. */
export function passwordKeyMail(language: MailLanguage, { name, link, minutes }: { name: string; link: string; minutes: number }): Text {
  const letters: Record<MailLanguage, Letter> = {
    en: {
      subject: 'Choose a new password for Packhouse',
      before: `A new password was asked for ${name}. Choose it within ${minutes} minutes; the link works once.`,
      button: 'Choose a new password',
      after: 'If it was not you, ignore this mail: nothing changes.',
    },
    de: {
      subject: 'Neues Passwort für Packhouse wählen',
      before: `Für ${name} wurde ein neues Passwort angefordert. Wählen Sie es innerhalb von ${minutes} Minuten; der Link gilt einmal.`,
      button: 'Neues Passwort wählen',
      after: 'Waren Sie das nicht, lassen Sie diese E-Mail unbeachtet: Es ändert sich nichts.',
    },
  };
  return write(letters[language], link);
}

/** The link by which somebody who was invited chooses a first password. */
export function invitationMail(language: MailLanguage, { name, invitedBy, link, days }: { name: string; invitedBy: string; link: string; days: number }): Text {
  const letters: Record<MailLanguage, Letter> = {
    en: {
      subject: 'You are invited to Packhouse',
      before: `${invitedBy} has made an account for you. Your user name is ${name}. Choose a password within ${days} days; the link works once.`,
      button: 'Choose a password',
      after: 'If you do not know what this is about, ignore this mail.',
    },
    de: {
      subject: 'Einladung zu Packhouse',
      before: `${invitedBy} hat ein Konto für Sie angelegt. Ihr Benutzername ist ${name}. Wählen Sie innerhalb von ${days} Tagen ein Passwort; der Link gilt einmal.`,
      button: 'Passwort wählen',
      after: 'Wissen Sie nicht, worum es geht, lassen Sie diese E-Mail unbeachtet.',
    },
  };
  return write(letters[language], link);
}
