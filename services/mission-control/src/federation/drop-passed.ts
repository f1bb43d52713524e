import type { Federation } from '@packhouse/contract/mission-control/federation-routes.ts';

/**
 * Steps without those that failed and that the link itself has passed since: a step is looked at again now and then, a link is tried as soon as there is a reason to. Of
 * the trust a link says nothing while there is nothing to send.
 */
export function dropPassed(
  steps: Federation['steps'],
  links: readonly Pick<Federation['links'][number], 'source' | 'peerName' | 'state'>[],
): Federation['steps'] {
  const isLive = (source: string, target: string) => links.some((link) => link.source === source && link.peerName === target && link.state === 'live');
  return steps.filter(({ label, status, source, target }) => status !== 'failed' || label === 'trust' || !isLive(source, target));
}
