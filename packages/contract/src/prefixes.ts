/**
 * The only table of wire prefixes. Existing clients and the specification fix these words;
 * our own names for the services stand on the left.
 */
export const prefixes = {
  repositories: '/artifactory',
  containers: '/v2',
  access: '/access',
  scanning: '/xray',
  /** Older clients call what concerns scans of source code here. */
  sourceScans: '/xsc',
  distribution: '/distribution',
  lifecycle: '/lifecycle',
  missionControl: '/mc',
  events: '/event',
  insight: '/insight',
  pipelines: '/pipelines',
  evidence: '/evidence',
  queries: '/onemodel',
  console: '/ui',
  consoleApi: '/ui/api/v1',
  /** Bases of console calls that a service answers under its own name. */
  consoleUi: '/ui/api/v1/ui',
  consoleInsight: '/ui/api/v1/insight/api/v1',
  consoleInsight2: '/ui/api/v1/insight/api/v2',
  consoleEvents: '/ui/api/v1/event/api/v1',
  consolePipelines: '/ui/api/v1/pipelines/api/v1',
  consoleMissionControl: '/ui/api/v1/mc/api/ui/v1',
} as const;

/** Header that every console call carries; a cross-site form cannot send it, which is what protects cookie sessions. */
export const consoleHeader = 'x-packhouse-console';

/** Header in which answers to other deployments tell the clock, in milliseconds. */
export const peerClockHeader = 'packhouse-clock';
