import { call, notifyFailure, refresh } from '@packhouse/console-kit/console-kit.ts';
import { listUsers, readUser, type User, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { t } from './users-words.ts';

/** Disables or enables a user at once, which can be undone. */
export async function setStatus(name: string, status: User['status']): Promise<void> {
  try {
    await call(updateUser, { params: { name }, body: { status } });
    await refresh(listUsers, readUser);
    const undo = { label: t('undo'), run: () => void setStatus(name, status === 'enabled' ? 'disabled' : 'enabled') };
    notify.good(t(status === 'enabled' ? 'wasEnabled' : 'wasDisabled', { name }), { action: undo });
  } catch (error) {
    notifyFailure(error as Error, t('notChanged', { name }));
  }
}
