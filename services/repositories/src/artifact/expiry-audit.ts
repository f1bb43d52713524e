import { expiryProperty } from '@packhouse/contract/artifact-routes.ts';
import type { Context } from '../context.ts';
import type { Properties } from '../storage/properties.ts';

interface Change {
  /** Who changed it, from where. */
  by: { name: string; address: string };
  item: { key: string; path: string };
  set?: Properties | undefined;
  remove?: readonly string[] | undefined;
}

/** Writes down who said when something expires, where a change of properties says so. */
export async function auditExpiry(context: Context, { by, item, set = {}, remove = [] }: Change): Promise<void> {
  const expires = set[expiryProperty];
  if (!expires && !remove.includes(expiryProperty)) return;
  await context.platform.identity.audit({
    actor: by.name,
    address: by.address,
    action: 'artifact.expiry.changed',
    subject: `${item.key}/${item.path}`,
    after: { expires: expires ?? null },
  });
}
