import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { Route } from '@packhouse/contract/route.ts';
import type { StreamedEvent } from '@packhouse/contract/shell/system-routes.ts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { queryClient, refresh } from './calls.ts';
import { watchConnection } from './connection.ts';
import { type InTurn, inTurn } from './in-turn.ts';

export type LiveState = 'off' | 'connecting' | 'live';

/** How long to wait before a stream that the browser has given up is begun again: at first, and at most. */
const firstWait = 1000;
const longestWait = 30_000;

const watchers = new Set<() => void>();
const listeners = new Set<(event: StreamedEvent) => void>();
const rightsWatchers = new Set<() => void>();
const gapListeners = new Set<() => void>();
let state: LiveState = 'off';
let source: EventSource | undefined;
let wanted = false;
let waiting: ReturnType<typeof setTimeout> | undefined;
let wait = firstWait;
/** The stream was open before, so something may have been missed. */
let opened = false;
/** The browser knows an event that the server can go on from. */
let resumes = false;

function setState(next: LiveState): void {
  state = next;
  for (const watcher of watchers) watcher();
}

// Whatever was missed: what is on screen is asked for again, each once.
const everything = inTurn(() => {
  for (const listener of gapListeners) listener();
  return queryClient.invalidateQueries();
});

function onOpen(): void {
  if (opened && !resumes) everything.ask();
  opened = true;
  wait = firstWait;
  setState('live');
}

function onMessage({ data }: MessageEvent<string>): void {
  resumes = true;
  const event = JSON.parse(data) as StreamedEvent;
  for (const listener of listeners) listener(event);
}

/** A lost connection is tried again by the browser; after an answer that is no stream (a restarting server, a proxy in between) it gives up for good. */
function onError(): void {
  if (source?.readyState !== EventSource.CLOSED) {
    setState('connecting');
    return;
  }
  disconnect();
  waiting = setTimeout(connect, wait);
  wait = Math.min(wait * 2, longestWait);
}

function connect(): void {
  clearTimeout(waiting);
  if (source || !wanted || document.visibilityState === 'hidden') return;
  setState('connecting');
  resumes = false;
  source = new EventSource(`${prefixes.consoleApi}/events`);
  source.onopen = onOpen;
  source.onerror = onError;
  source.onmessage = onMessage;
  source.addEventListener('reset', () => everything.ask());
  source.addEventListener('rights', () => {
    for (const watcher of rightsWatchers) watcher();
    everything.ask();
  });
}

function disconnect(): void {
  clearTimeout(waiting);
  source?.close();
  source = undefined;
  setState('off');
}

// A browser allows few connections to one host over HTTP/1.1: tabs that nobody looks at give theirs back, and ask for everything when they are looked at again.
function onVisibility(): void {
  if (document.visibilityState === 'hidden') disconnect();
  else connect();
}

/** Starts listening to the platform, or stops; for the shell. */
export function setLive(on: boolean): void {
  if (on === wanted) return;
  wanted = on;
  opened = false;
  if (on) {
    document.addEventListener('visibilitychange', onVisibility);
    connect();
  } else {
    document.removeEventListener('visibilitychange', onVisibility);
    disconnect();
  }
}

/** Calls back when what the viewer may do has changed; for the shell. */
export function onRightsChanged(watcher: () => void): () => void {
  rightsWatchers.add(watcher);
  return () => rightsWatchers.delete(watcher);
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

/** Calls back when events or answers may have been missed; for what is not kept by queries, which are asked again by themselves. */
export function useLiveGap(onGap: () => void): void {
  const latest = useRef(onGap);
  latest.current = onGap;
  useEffect(() => {
    const listener = () => latest.current();
    gapListeners.add(listener);
    // What was asked for while the server was away has no answer, though the events may never have stopped.
    const unwatch = watchConnection(({ reachable }) => reachable && listener());
    return () => {
      gapListeners.delete(listener);
      unwatch();
    };
  }, []);
}

/**
 * Keeps what is on screen true: when an event of one of these types happens, what the routes said is asked for again.
 * However many events come, one question is under way at a time, and the next waits a multiple of what the last one took.
 */
export function useLive(types: readonly string[], ...stale: readonly Pick<Route, 'name'>[]): void {
  const latest = useRef(stale);
  latest.current = stale;
  const asking = useRef<InTurn>(undefined);
  useEffect(() => {
    const own = inTurn(() => refresh(...latest.current));
    asking.current = own;
    return own.stop;
  }, []);
  useLiveEvents(types, () => asking.current?.ask());
}
