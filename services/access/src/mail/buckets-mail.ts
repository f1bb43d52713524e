import { licenceTypeName } from '@packhouse/contract/access/licence-types.ts';
import type { NotedBucket } from '@packhouse/peers/notices.ts';
import { type Text, write } from './mail-texts.ts';

/** Buckets of licences end soon. Nobody knows which language administrators read who have not signed in: it says all in both. */
export function bucketsMail({ buckets, link }: { buckets: readonly NotedBucket[]; link: string }): Text {
  const day = (buckets.map(({ ends }) => ends).toSorted()[0] ?? '').slice(0, 10);
  const letter = {
    subject: `Packhouse: a license bucket ends on ${day} / ein Lizenzbündel endet am ${day}`,
    before: 'The licenses of these buckets end soon / Die Lizenzen dieser Bündel enden bald:',
    button: 'Show buckets / Bündel zeigen',
    after:
      'Deployments that have some of them keep what they store when they end. / Deployments, die davon welche haben, behalten, was sie speichern, wenn sie enden.',
  };
  const lines = buckets.map(({ name, type, customer, ends }) => `${name}: ${licenceTypeName(type)}, ${customer}: ${ends.slice(0, 16).replace('T', ' ')} UTC`);
  return write(letter, link, lines);
}
