import type { ManagedBy } from '@packhouse/contract/access/managed-by.ts';
import { Banner, Tag } from '@packhouse/ui/core.ts';
import { t } from './forms-words.ts';
import '../listing/listing.css';

/** A mark for what another deployment manages. */
export function ManagedTag({ by }: { by: ManagedBy | undefined }) {
  if (!by) return null;
  return (
    <span className="access-managed">
      <Tag>{t('managedBy', { name: by.name })}</Tag>
    </span>
  );
}

/** Why nothing about it is changed here; nothing where it is ours. */
export const getManagedRefusal = (by: ManagedBy | undefined) => by && t('managedRefusal', { name: by.name });

/** Says where it is changed, since nobody can do that here, and leads there. */
export function ManagedBanner({ by, of, path }: { by: ManagedBy | undefined; of: 'user' | 'group' | 'permission'; path: string }) {
  if (!by) return null;
  const there = `${by.url.replace(/\/+$/, '')}/ui${path}`;
  return (
    <Banner kind="info" action={by.url === '' ? null : <a href={there}>{t('changeThere', { name: by.name })}</a>}>
      {t(of === 'user' ? (by.ownPassword ? 'managedUserOwnPassword' : 'managedUser') : 'managedThing', { name: by.name })}
    </Banner>
  );
}
