import { call, type Session, useSession } from '@packhouse/console-kit/console-kit.ts';
import { readGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { readUser } from '@packhouse/contract/access/access-user-routes.ts';
import type { FormQuestion } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './forms-words.ts';

/** Whether somebody would still administer the platform without these groups: by the own account or through another group. */
async function administersWithout(name: string, without: readonly string[]): Promise<boolean> {
  const { administrator, groups } = await call(readUser, { params: { name } });
  if (administrator) return true;
  const others = groups.filter((group) => !without.includes(group));
  const found = await Promise.all(others.map((group) => call(readGroup, { params: { name: group } })));
  return found.some((group) => group.administrator);
}

/**
 * Gives what is asked before people lose the administration of the platform with these groups, which they leave or which go or
 * administer no more; nothing where they administer it anyway.
 */
export async function questionAboutOwn({ name, administrator }: Session, without: readonly string[]): Promise<FormQuestion | undefined> {
  if (!administrator || without.length === 0 || (await administersWithout(name, without))) return undefined;
  return { title: t('ownTitle'), text: t('ownText'), action: t('ownAction') };
}

/** Whether who looks at the page would lose the administration of the platform with these groups. */
export function useOwnLoss(groups: readonly string[]): boolean {
  const session = useSession();
  const mine = groups.filter((group) => session.groups.includes(group));
  const key = ['own administration', session.name, ...mine];
  return useQuery({ queryKey: key, queryFn: async () => (await questionAboutOwn(session, mine)) !== undefined, gcTime: 0 }).data ?? false;
}
