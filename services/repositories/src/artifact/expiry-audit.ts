import { expiryProperty } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { Context } from '../context.ts';
import type { Properties } from '../storage/commit-queries.ts';
import type { PropertyChange } from '../storage/properties.ts';

interface Change {
  /** Who changed it, from where. */
  by: { name: string; address: string };
  item: { key: string; path: string };
  set?: Properties | undefined;
  remove?: readonly string[] | undefined;
}

/** Writes down who said when something expires, as a part of the change of properties that says so; nothing for any other. */
export function expiryRecord(context: Context, { by, item, set = {}, remove = [] }: Change): Pick<PropertyChange, 'record'> {
  const expires = set[expiryProperty];
  if (!expires && !remove.includes(expiryProperty)) return {};
  const subject = `${item.key}/${item.path}`;
  const entry = { actor: by.name, address: by.address, action: 'artifact.expiry.changed', subject, after: { expires: expires ?? null } };
  return { record: (tx) => context.platform.identity.audit(entry, tx) };
}
