import type { Offer } from '../offers.ts';
import { ownText, ownValue } from '../text/plain-json.ts';
import { joinVersion } from './gem-version.ts';

/** What an upstream says of all versions of a gem, beside its index. */
export function readDetails(document: unknown): Offer[] {
  return (Array.isArray(document) ? document : []).flatMap((one: unknown) => {
    const number = ownText(one, 'number', 200);
    if (number === undefined) return [];
    const version = joinVersion(number, ownText(one, 'platform', 200) ?? '');
    const licences = ownValue(one, 'licenses');
    return [
      {
        key: version,
        version,
        published: ownText(one, 'created_at', 100),
        licences: Array.isArray(licences) ? licences.filter((licence): licence is string => typeof licence === 'string').slice(0, 20) : undefined,
      },
    ];
  });
}
