import { t } from './keys-words.ts';

/** Who uses a key. */
export function UsedBy({ users }: { users: readonly string[] }) {
  return users.length === 0 ? <span className="ph-muted">{t('nobody')}</span> : <span>{users.join(', ')}</span>;
}
