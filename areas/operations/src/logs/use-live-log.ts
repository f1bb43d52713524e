import { call, knownServiceStatus, notifyFailure, query } from '@packhouse/console-kit/console-kit.ts';
import { useAddress } from '@packhouse/console-kit/lists.ts';
import { type LogType, logConfig, logTypes } from '@packhouse/contract/operations/operations-log-routes.ts';
import { nodeStatus } from '@packhouse/contract/operations/operations-status-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { initialLog, type LiveLog, liveLog } from './live-log.ts';
import type { Wanted } from './log-lines.ts';
import { type Level, levels } from './log-record.ts';
import { t } from './logs-words.ts';

const isLogType = (text: string | null): text is LogType => text !== null && (logTypes as readonly string[]).includes(text);

/** Gives what the start of the console found out about all nodes, or else the single records. */
async function findOut() {
  const status = await knownServiceStatus();
  const records = status ? [] : await call(nodeStatus, {}).catch(() => []);
  return { status, records };
}

/** Gives what the address names; the service counts as changed where it does. */
function fromAddress(params: URLSearchParams): LiveLog {
  const product = params.get('service');
  const chosen = { ...initialLog, node: params.get('node') ?? '', file: params.get('file') ?? '' };
  return isLogType(product) ? { ...chosen, product, serviceChanged: 'changed' } : chosen;
}

const isLevel = (text: string): text is Level => (levels as readonly string[]).includes(text);

/** How the lines are shown: which of them, and as what. All of it is in the address. */
function useShown() {
  const [{ search, level, request, view, wrap, line, paused }, write] = useAddress('search', 'level', 'request', 'view', 'wrap', 'line', 'paused');
  const wanted: Wanted = { search, level: isLevel(level) ? level : '', requestId: request };
  return {
    wanted,
    asText: view === 'text',
    wrap: wrap === '1',
    marked: line,
    paused: paused === '1',
    setSearch: (text: string) => write({ search: text }),
    setLevel: (next: Level | '') => write({ level: next }),
    setRequest: (requestId: string) => write({ request: requestId }),
    showAll: () => write({ search: '', level: '', request: '' }),
    setAsText: (asText: boolean) => write({ view: asText ? 'text' : '' }),
    setWrap: (wrap: boolean) => write({ wrap: wrap ? '1' : '' }),
    mark: (key: string) => write({ line: key }),
    setPaused: (paused: boolean) => write({ paused: paused ? '1' : '' }),
  };
}

/** Gives what is known and chosen, from the address and from what is found out about nodes. */
function useLooked(params: URLSearchParams) {
  const [state, dispatch] = useReducer(liveLog, params, fromAddress);
  const ready = state.status !== undefined;
  useEffect(() => {
    let isHere = true;
    if (!ready) void findOut().then((found) => isHere && dispatch({ type: 'known', ...found }));
    return () => {
      isHere = false;
    };
  }, [ready]);
  // The line of the menu leads to the viewer without a word about what to look at: then it begins anew.
  const isNamed = params.has('service');
  const wasNamed = useRef(isNamed);
  useEffect(() => {
    if (wasNamed.current && !isNamed) dispatch({ type: 'reset' });
    wasNamed.current = isNamed;
  }, [isNamed]);
  return [state, dispatch] as const;
}

/** The log files of what is looked at; a failure is said aloud. */
function useLogFiles({ status, product, node }: LiveLog) {
  const config = useQuery({
    ...query(logConfig, { params: { logType: product }, query: node ? { nodeId: node } : {} }),
    enabled: status !== undefined,
    placeholderData: undefined,
    retry: false,
  });
  useEffect(() => {
    if (config.error) notifyFailure(config.error, t('configFailed'));
  }, [config.error]);
  return config;
}

/** Tells what the viewer looks at, kept in the address, and how to look at something else. */
export function useLiveLog() {
  const [params] = useSearchParams();
  const [, write] = useAddress('service', 'node', 'file', 'line');
  const shownAs = useShown();
  const [state, dispatch] = useLooked(params);
  const config = useLogFiles(state);
  const logs = config.data?.logs ?? [];
  const shown = logs.includes(state.file) ? state.file : (logs[0] ?? '');
  return {
    state,
    config,
    logs,
    file: shown,
    ...shownAs,
    chooseProduct(next: LogType) {
      dispatch({ type: 'serviceChanged' });
      dispatch({ type: 'product', product: next });
      write({ service: next, node: '', file: '', line: '' });
    },
    chooseNode(next: string) {
      dispatch({ type: 'node', node: next });
      write({ node: next, file: '', line: '' });
    },
    chooseFile(next: string) {
      dispatch({ type: 'file', file: next });
      write({ file: next, line: '' });
    },
  };
}
