import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { Route } from '@packhouse/contract/route.ts';
import type { StreamedEvent } from '@packhouse/contract/system-routes.ts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { queryClient, refresh } from './calls.ts';

export type LiveState = 'off' | 'connecting' | 'live';

const watchers = new Set<() => void>();
const listeners = new Set<(event: StreamedEvent) => void>();
let state: LiveState = 'off';
let source: EventSource | undefined;
let wanted = false;

function setState(next: LiveState): void {
  state = next;
  for (const watcher of watchers) watcher();
}

function connect(resumed: boolean): void {
  if (source || !wanted || document.visibilityState === 'hidden') return;
  setState('connecting');
  source = new EventSource(`${prefixes.consoleApi}/events`);
  source.onopen = () => setState('live');
  source.onerror = () => setState(source?.readyState === EventSource.CLOSED ? 'off' : 'connecting');
  source.onmessage = ({ data }) => {
    const event = JSON.parse(data) as StreamedEvent;
    for (const listener of listeners) listener(event);
  };
  source.addEventListener('reset', () => void queryClient.invalidateQueries());
  if (resumed) void queryClient.invalidateQueries();
}

function disconnect(): void {
  source?.close();
  source = undefined;
  setState('off');
}

// A browser allows few connections to one host over HTTP/1.1: tabs that nobody looks at give theirs back.
function onVisibility(): void {
  if (document.visibilityState === 'hidden') disconnect();
  else connect(true);
}

/** Starts listening to the platform, or stops; for the shell. */
export function setLive(on: boolean): void {
  if (on === wanted) return;
  wanted = on;
  if (on) {
    document.addEventListener('visibilitychange', onVisibility);
    connect(false);
  } else {
    document.removeEventListener('visibilitychange', onVisibility);
    disconnect();
  }
}

/** Whether what is on screen follows what happens. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => state,
  );
}

/** Calls back for every event whose type begins with one of `types`. */
export function useLiveEvents(types: readonly string[], onEvent: (event: StreamedEvent) => void): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  const wantedTypes = types.join(',');
  useEffect(() => {
    const listener = (event: StreamedEvent) => {
      if (wantedTypes.split(',').some((type) => event.type.startsWith(type))) latest.current(event);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [wantedTypes]);
}

/**
 * Keeps what is on screen true: when an event of one of these types happens, what the routes said is asked for again.
 * A burst of events asks once.
 */
export function useLive(types: readonly string[], ...stale: readonly Pick<Route, 'name'>[]): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvents(types, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void refresh(...stale), 250);
  });
}
