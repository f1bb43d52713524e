import type { ReaderLanguage } from '@packhouse/kernel/http/reader-language.ts';
import type { NotedChange } from '@packhouse/peers/notices.ts';
import type { Message } from './mail-sender.ts';

export type Text = Omit<Message, 'to'>;

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

/** One letter in both forms: a sentence, lines where there are any, one link, a sentence. Plain enough for every mail program. */
export function write({ subject, before, button, after }: Letter, link: string, lines: readonly string[] = []): Text {
  const style = 'display:inline-block;padding:10px 16px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600';
  const list = lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li style="word-break:break-all">${escaped(line)}</li>`).join('')}</ul>`;
  return {
    subject,
    text: `${[before, ...lines].join('\n')}\n\n${link}\n\n${after}\n`,
    html: `<div style="font:15px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif;color:#0f172a;max-width:520px"><p>${escaped(before)}</p>${list}<p><a href="${escaped(link)}" style="${style}">${escaped(button)}</a></p><p style="color:#64748b;font-size:13px">${escaped(after)}</p><p style="color:#64748b;font-size:12px;word-break:break-all">${escaped(link)}</p></div>`,
  };
}

/** Shows that the settings work. */
export function testMail(language: ReaderLanguage, { name, link }: { name: string; link: string }): Text {
  const letters: Record<ReaderLanguage, Letter> = {
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
export function passwordKeyMail(language: ReaderLanguage, { name, link, minutes }: { name: string; link: string; minutes: number }): Text {
  const letters: Record<ReaderLanguage, Letter> = {
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
export function invitationMail(
  language: ReaderLanguage,
  { name, invitedBy, link, days }: { name: string; invitedBy: string; link: string; days: number },
): Text {
  const letters: Record<ReaderLanguage, Letter> = {
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

interface Changes {
  changes: readonly NotedChange[];
  more: number;
  link: string;
}

/** What others did where the reader watches. */
export function changesMail(language: ReaderLanguage, { changes, more, link }: Changes): Text {
  const count = changes.length + more;
  const [first] = changes;
  const place = first ? `${first.repository}/${first.path}` : '';
  const letters: Record<ReaderLanguage, Letter & { line: (change: NotedChange) => string; rest: string }> = {
    en: {
      subject: count === 1 ? `Changed: ${place}` : `${count} changes in what you watch`,
      before: count === 1 ? 'This changed in what you watch:' : 'These changed in what you watch:',
      button: 'Show what I watch',
      after: 'You get this mail because you watch it. Unwatch it there to get no more.',
      line: ({ repository, path, removed, by }) => `${by} ${removed ? 'deleted' : 'deployed'} ${repository}/${path}`,
      rest: `… and ${more} more`,
    },
    de: {
      subject: count === 1 ? `Geändert: ${place}` : `${count} Änderungen in dem, was Sie beobachten`,
      before: count === 1 ? 'Das änderte sich in dem, was Sie beobachten:' : 'Dies änderte sich in dem, was Sie beobachten:',
      button: 'Zeigen, was ich beobachte',
      after: 'Sie bekommen diese E-Mail, weil Sie es beobachten. Beenden Sie das dort, wenn Sie keine mehr möchten.',
      line: ({ repository, path, removed, by }) => `${by} hat ${repository}/${path} ${removed ? 'gelöscht' : 'abgelegt'}`,
      rest: `… und ${more} weitere`,
    },
  };
  const { line, rest, ...letter } = letters[language];
  return write(letter, link, [...changes.map(line), ...(more > 0 ? [rest] : [])]);
}
