import { type LicenceType, licenceTypeName } from '@packhouse/contract/access/licence-types.ts';
import { type Text, write } from './mail-texts.ts';

/** Licences that end together. */
export interface EndingLicences {
  type: LicenceType;
  licensedTo: string;
  count: number;
  /** ISO 8601. */
  ends: string;
}

/** Licences end soon. Nobody knows which language administrators read who have not signed in: it says all in both. */
export function licencesMail({ ending, link }: { ending: readonly EndingLicences[]; link: string }): Text {
  const first = ending.map(({ ends }) => ends).toSorted()[0] ?? '';
  const day = first.slice(0, 10);
  const letter = {
    subject: `Packhouse: a license ends on ${day} / eine Lizenz endet am ${day}`,
    before: 'These licenses of Packhouse end soon / Diese Lizenzen von Packhouse enden bald:',
    button: 'Show licenses / Lizenzen zeigen',
    after:
      'What a license allows goes when it ends. What is stored stays, and is downloaded as before. / Was eine Lizenz erlaubt, endet mit ihr. Was gespeichert ist, bleibt und wird weiter heruntergeladen.',
  };
  const lines = ending.map(
    ({ type, licensedTo, count, ends }) =>
      `${count > 1 ? `${count} × ` : ''}${licenceTypeName(type)}, ${licensedTo}: ${ends.slice(0, 16).replace('T', ' ')} UTC`,
  );
  return write(letter, link, lines);
}
