/**
 * The only table of wire prefixes. Existing clients and the specification fix these words;
 * our own names for the services stand on the left.
 */
export const prefixes = {
  repositories: '/artifactory',
  containers: '/v2',
  access: '/access',
  scanning: '/xray',
  distribution: '/distribution',
  lifecycle: '/lifecycle',
  missionControl: '/mc',
  events: '/event',
  insight: '/insight',
  pipelines: '/pipelines',
  console: '/ui',
  consoleApi: '/ui/api/v1',
} as const;

/** Header that every console call carries; a cross-site form cannot send it, which is what protects cookie sessions. */
export const consoleHeader = 'x-packhouse-console';
