import { language } from '@packhouse/console-kit/console-kit.ts';
import { formatsWith, getCard } from '@packhouse/contract/repositories/format-ids.ts';

/** Names the formats whose listings are signed with keys of a kind, in the language on screen. */
export function nameSignedFormats(kind: 'openpgp' | 'rsa'): string {
  return new Intl.ListFormat(language()).format(formatsWith(({ signedBy }) => signedBy === kind).map((id) => getCard(id).title));
}
