import type { NotedViolation } from '@packhouse/peers/notices.ts';
import { type Text, write } from './mail-texts.ts';

interface Found {
  watch: string;
  violations: readonly NotedViolation[];
  more: number;
  link: string;
}

/** What a watch found anew. Recipients are bare addresses, whose readers' language nobody knows: it says all in both. */
export function violationsMail({ watch, violations, more, link }: Found): Text {
  const count = violations.length + more;
  const one = count === 1;
  const line = ({ severity, subject, repository, path, policy, fixedVersions }: NotedViolation) =>
    `${severity}: ${subject}, ${repository}/${path} (${policy}${fixedVersions.length > 0 ? `; → ${fixedVersions.join(', ')}` : ''})`;
  const letter = {
    subject: `${watch}: ${count} ${one ? 'new violation' : 'new violations'} / ${count} ${one ? 'neuer Verstoß' : 'neue Verstöße'}`,
    before: `${one ? 'The watch found a new violation' : 'The watch found new violations'} / ${one ? 'Die Überwachung fand einen neuen Verstoß' : 'Die Überwachung fand neue Verstöße'}: ${watch}`,
    button: 'Show violations / Verstöße zeigen',
    after:
      'You get this mail because the watch or one of its policies names your address, or has those told who deployed the files. / Sie bekommen diese E-Mail, weil die Überwachung oder eine ihrer Richtlinien Ihre Adresse nennt oder benachrichtigen lässt, wer die Dateien bereitgestellt hat.',
  };
  return write(letter, link, [...violations.map(line), ...(more > 0 ? [`… + ${more}`] : [])]);
}
