import { call, isApiError } from '@packhouse/console-kit/console-kit.ts';
import { getUrl } from '@packhouse/contract/client.ts';
import { highAvailability, peerTracker } from '@packhouse/contract/operations/operations-status-routes.ts';
import {
  createMissionControlSupportBundle,
  downloadSupportBundle,
  missionControlPing,
  readSupportBundle,
  type SupportBundle,
  type SupportBundleService,
  supportBundleCreations,
  supportBundleServices,
} from '@packhouse/contract/operations/support-routes.ts';
import { isServiceEnabled } from '@packhouse/contract/shell/shell-routes.ts';

/** A form says this of a new bundle. */
export interface SupportBundleDraft {
  service: SupportBundleService;
  name: string;
  description: string;
  nodes: string[];
  configuration: boolean;
  logs: boolean;
  /** Days of logs; empty means all that are kept. */
  days: string;
  threadCount: number | string | null;
  threadInterval: number | string | null;
}

const toInteger = (value: number | string | null) => Number.parseInt(String(value ?? 0), 10) || 0;
const day = 86_400_000;

/** The parameters of a new bundle; looks at threads as whole numbers. */
export function makeParameters({ configuration, logs, days, threadCount, threadInterval }: SupportBundleDraft, now = Date.now()): SupportBundle['parameters'] {
  const start = days === '' ? {} : { start_date: new Date(now - toInteger(days) * day).toISOString() };
  return { thread_dump: { count: toInteger(threadCount), interval: toInteger(threadInterval) }, configuration, logs: { include: logs, ...start } };
}

/** Makes a bundle with the call of its service; false, and not a word, when that fails. */
export async function createSupportBundle(draft: SupportBundleDraft): Promise<SupportBundle | false> {
  const { service, name, description, nodes } = draft;
  const body = { name, description, parameters: makeParameters(draft), ...(nodes.length > 0 ? { nodes } : {}) };
  const made = service === 'mc' ? call(createMissionControlSupportBundle, { body }) : call(supportBundleCreations[service], { body: { ...body, service } });
  return made.catch(() => false as const);
}

const answers = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  );

async function isPresent(service: SupportBundleService, running: Readonly<Record<string, string>>): Promise<boolean> {
  if (service === 'tracker')
    return call(peerTracker, {}).then(
      ({ present }) => present,
      () => false,
    );
  if (service !== 'mc') return service in running;
  const { enabled } = await call(isServiceEnabled, { params: { name: 'mc' } }).catch(() => ({ enabled: false }));
  return enabled && answers(call(missionControlPing, {}));
}

/** The services that bundles can be made of here; mission control only when it answers. */
export async function presentServices(running: Readonly<Record<string, string>>): Promise<SupportBundleService[]> {
  const present = await Promise.all(supportBundleServices.map((service) => isPresent(service, running)));
  return supportBundleServices.filter((_, index) => present[index]);
}

/** The nodes that can be asked for their part. */
export async function onlineNodes(): Promise<string[]> {
  const { services } = await call(highAvailability, {}).catch(() => ({ services: {} }));
  const nodes = Object.values(services).flatMap((service) => service.nodes.filter(({ status }) => status === 'Online'));
  return [...new Set(nodes.map(({ node_id }) => node_id))].toSorted();
}

/** Statuses of a download that its caller deals with. */
const handed = [403, 404];

/**
 * Fetches a bundle in a new window. A bundle that is gone or refused never gets one: the caller is told.
 * @throws ApiError with status 404 or 403; other failures are silent
 */
export async function openDownload(id: string): Promise<boolean> {
  try {
    await call(readSupportBundle, { params: { id } });
  } catch (error) {
    if (isApiError(error) && handed.includes(error.status)) throw error;
    return false;
  }
  window.open(getUrl(downloadSupportBundle, { params: { id } }), '_blank', 'noopener');
  return true;
}
