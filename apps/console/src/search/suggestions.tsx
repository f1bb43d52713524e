import { query } from '@packhouse/console-kit/calls/calls.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import type { FoundArtifact } from '@packhouse/contract/repositories/search-routes.ts';
import { searchSuggestions } from '@packhouse/contract/repositories/search-routes.ts';
import { FormatIcon, Icon } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from './global-search-words.ts';
import { type RecentSearch, recentSearches } from './recent-searches.ts';
import { isScopeVisible, scopeIcon } from './search-scopes.ts';
import type { SearchControl } from './use-search.ts';

/** One line below the field: where it leads or what it does. */
export interface Suggestion {
  id: string;
  group: string;
  label: string;
  hint?: string;
  icon: ReactNode;
  /** A page to go to, or else what to do. */
  to?: string;
  run?: () => void;
}

/** Words that settle before they are sent. */
function useSettled(text: string, delay = 120): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), delay);
    return () => clearTimeout(timer);
  }, [text, delay]);
  return settled;
}

const getPlace = ({ repoKey, path }: Pick<FoundArtifact, 'repoKey' | 'path'>) =>
  `/repos/tree/${encodeURIComponent(repoKey)}${path === '' ? '' : `/${path.split('/').map(encodeURIComponent).join('/')}`}`;

const buildPath = (name: string, repository: string) => `/builds/${encodeURIComponent(name)}?${new URLSearchParams({ buildRepo: repository })}`;

function recentLines(searches: readonly RecentSearch[], control: SearchControl): Suggestion[] {
  return searches.map((search) => ({
    id: `recent ${search.id}`,
    group: t('recent'),
    label: search.queryString,
    hint: t(search.type),
    icon: <Icon name="history" size={18} />,
    run: () => control.repeat(search),
  }));
}

/** Lists what may be meant: recent searches while nothing is typed, then what the letters find. */
export function useSuggestions(control: SearchControl, open: boolean): { lines: Suggestion[]; busy: boolean; failed: boolean } {
  const session = useSession();
  const { name } = control.model;
  const settled = useSettled(name.trim());
  const asked = open && settled !== '';
  const found = useQuery({ ...query(searchSuggestions, { query: { text: settled.slice(0, 200) || '-' } }), enabled: asked });
  if (!open) return { lines: [], busy: false, failed: false };
  if (control.text.trim() === '') return { lines: recentLines(recentSearches(session.name), control), busy: false, failed: false };
  const all: Suggestion = {
    id: 'all',
    group: '',
    label: t('allOf', { text: control.text.trim(), scope: t(control.scope) }),
    icon: <Icon name={scopeIcon(control.scope)} size={18} />,
    run: () => control.run(),
  };
  const data = asked ? found.data : undefined;
  const lines: Suggestion[] = [
    all,
    ...(data?.repositories ?? []).map(({ key, class: kind, format }) => ({
      id: `repository ${key}`,
      group: t('repositories'),
      label: key,
      hint: t(kind),
      icon: <FormatIcon format={format} size={20} />,
      to: getPlace({ repoKey: key, path: '' }),
    })),
    ...(data?.packages ?? []).map(({ id, name: label, format }) => ({
      id: `package ${id}`,
      group: t('packages'),
      label,
      hint: getFormatTitle(format),
      icon: <FormatIcon format={format} size={20} />,
      to: `/packages/${encodeURIComponent(id)}`,
    })),
    ...(data?.artifacts ?? []).map((one) => ({
      id: `artifact ${one.repoKey}/${one.path}`,
      group: t('artifacts'),
      label: one.name,
      hint: one.repoKey,
      icon: <FormatIcon format={one.format} size={20} />,
      to: getPlace(one),
    })),
    ...(isScopeVisible('builds', session) ? (data?.builds ?? []) : []).map(({ name: label, repository }) => ({
      id: `build ${repository}/${label}`,
      group: t('builds'),
      label,
      icon: <Icon name="build" size={18} />,
      to: buildPath(label, repository),
    })),
  ];
  return { lines, busy: asked && found.isFetching, failed: asked && found.isError };
}
