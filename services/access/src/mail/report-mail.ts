import type { NotedReport } from '@packhouse/peers/notices.ts';
import { type Text, write } from './mail-texts.ts';

/** A report is made. Recipients are bare addresses, whose readers' language nobody knows: it says all in both. */
export function reportMail({ name, rows, failure, link }: NotedReport & { link: string }): Text {
  const state = failure === undefined ? ['is ready', 'ist fertig'] : ['could not be made', 'konnte nicht erstellt werden'];
  const letter = {
    subject: `${name}: report ${state[0]} / Bericht ${state[1]}`,
    before: `The report ${state[0]} / Der Bericht ${state[1]}: ${name}`,
    button: 'Show report / Bericht zeigen',
    after: 'You get this mail because the report names your address. / Sie bekommen diese E-Mail, weil der Bericht Ihre Adresse nennt.',
  };
  return write(letter, link, [failure ?? `${rows} ${rows === 1 ? 'row' : 'rows'} / ${rows} ${rows === 1 ? 'Zeile' : 'Zeilen'}`]);
}
