import { errors } from '@packhouse/contract/errors.ts';
import { notify, words } from '@packhouse/ui/core.ts';

interface Expiring {
  expiresAt?: string | null | undefined;
}

export function isExpired({ expiresAt }: Expiring, now = Date.now()): boolean {
  return typeof expiresAt === 'string' && Date.parse(expiresAt) <= now;
}

/** Says that it cannot be downloaded any more; answers whether that is so. */
export function refuseExpired(file: Expiring): boolean {
  const refused = isExpired(file);
  if (refused) notify.bad(words().said({ message: errors.artifact_expired.en }));
  return refused;
}
