import { query, queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { useLiveEvents } from '@packhouse/console-kit/calls/live-events.ts';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { listMarks } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { StreamedEvent } from '@packhouse/contract/shell/system-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { t } from './watch-words.ts';

/** Changes that come so close together are told of at once, in milliseconds: a build brings hundreds. */
const gathering = 1500;
/** What is watched is asked for again after so many milliseconds, and only when something has happened. */
const marksLifetime = 60_000;

interface Watched {
  repoKey: string;
  path: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const nameWatched = ({ repoKey, path }: Watched) => (path === '' ? repoKey : `${repoKey}/${path}`);

/** A remote repository's files are marked where they are kept: at `<key>-cache`. */
function covers({ repoKey, path }: Watched, repository: string, changed: string): boolean {
  if (repoKey !== repository && repoKey !== `${repository}-cache`) return false;
  return path === '' || changed === path || changed.startsWith(`${path}/`) || path.startsWith(`${changed}/`);
}

async function tell(events: readonly StreamedEvent[], go: (path: string) => void): Promise<void> {
  const { items } = await queryClient.fetchQuery({ ...query(listMarks, {}), staleTime: marksLifetime });
  for (const mark of items.filter(({ watched }) => watched)) {
    const within = events.filter(({ data }) => isText(data.repository) && isText(data.path) && covers(mark, data.repository, data.path));
    const [first] = within;
    if (!first) continue;
    const by = isText(first.data.by) ? first.data.by : '';
    const values = { path: String(first.data.path), by };
    const one = first.type.endsWith('.deleted') ? t('deleted', values) : t('deployed', values);
    const place = `/repos/tree/${[mark.repoKey, ...mark.path.split('/').filter(Boolean)].map(encodeURIComponent).join('/')}`;
    const text = within.length === 1 ? one : t('several', { count: within.length, place: nameWatched(mark) });
    notify.info(text, { action: { label: t('show'), run: () => go(place) } });
  }
}

/** Tells somebody what others did to what they watch, wherever in the console they are. */
export function WatchNotices() {
  const { kind, name } = useSession();
  const navigate = useNavigate();
  const gathered = useRef<StreamedEvent[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvents(['artifact.deployed', 'artifact.deleted', 'folder.deleted'], (event) => {
    if (kind !== 'user' || event.data.by === name) return;
    gathered.current.push(event);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      // What is watched is no reason to disturb anybody when it cannot be asked for.
      void tell(gathered.current.splice(0), (path) => void navigate(path)).catch(() => undefined);
    }, gathering);
  });
  return null;
}
