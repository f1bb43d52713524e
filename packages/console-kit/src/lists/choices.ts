import { listGroups } from '@packhouse/contract/access/access-group-routes.ts';
import { listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import type { Choice } from '@packhouse/ui/form/search-box.tsx';
import { useQuery } from '@tanstack/react-query';
import { query } from '../calls/calls.ts';
import { t } from './choice-words.ts';

const limit = 30;
const asked = (search: string) => ({ limit, ...(search ? { search } : {}) });

/** Users that fit, without the anonymous one. */
export function useUserChoices(search: string, open: boolean): readonly Choice[] | undefined {
  const { data } = useQuery({ ...query(listUsers, { query: asked(search) }), enabled: open });
  return data?.items.map(({ name, email }) => ({ value: name, hint: email }));
}

/** Users that fit, and the visitor nobody knows, whom permissions may name too. */
export function usePrincipalChoices(search: string, open: boolean): readonly Choice[] | undefined {
  const { data } = useQuery({ ...query(listUsers, { query: { ...asked(search), includeAnonymous: 'true' } }), enabled: open });
  return data?.items.map(({ name, email }) => ({ value: name, hint: name === 'anonymous' ? t('visitors') : email }));
}

export function useGroupChoices(search: string, open: boolean): readonly Choice[] | undefined {
  const { data } = useQuery({ ...query(listGroups, { query: asked(search) }), enabled: open });
  return data?.items.map(({ name, description }) => ({ value: name, hint: description }));
}

export function useRepositoryChoices(search: string, open: boolean): readonly Choice[] | undefined {
  const { data } = useQuery({ ...query(listRepositories, { query: asked(search) }), enabled: open });
  return data?.items.map((one) => ({ value: one.key, hint: `${one.format} · ${t(one.class)}` }));
}
