import type { Candidate } from '@packhouse/contract/mission-control/federation-routes.ts';
import type { Context } from '../context.ts';
import { selectDeployments } from '../deployment/deployment-queries.ts';
import { nameUnknown } from './federation-queries.ts';

/** Who can take part, by the id that is used here, and by that of the deployment itself. */
export interface Candidates {
  list: Candidate[];
  /** The deployment behind a candidate's id. */
  getDeployment(id: string): string | undefined;
  /** How a deployment is told of; by its id alone where nobody knows it any more. */
  tell(deployment: string): Candidate;
}

/**
 * Deployments that mission control knows; then those that are trusted here, but not known: they get an id of their own. One that is trusted no more is nobody to
 * choose, but goes on being told of by it.
 */
export async function readCandidates(context: Context): Promise<Candidates> {
  const known = (await selectDeployments(context.db)).filter(({ legacy }) => legacy === null).map(({ id, name, url }) => ({ id, name, url }));
  const trusted = (await context.peers.trust?.list('federation')) ?? [];
  const strange = trusted.filter(({ id }) => !known.some((one) => one.id === id)).map(({ id, url }) => ({ deployment: id, url }));
  const named = (await nameUnknown(context.db, strange)).filter(({ deployment }) => !known.some(({ id }) => id === deployment));
  const unknown = named.map(({ id, url, deployment }) => ({ id, name: `Unknown (${url})`, url, deployment }));
  const byDeployment = new Map<string, Candidate>(known.map((one) => [one.id, one]));
  for (const { deployment, id, name, url } of unknown) byDeployment.set(deployment, { id, name, url });
  const mayTakePart = new Set([...known, ...trusted].map(({ id }) => id));
  return {
    list: [...byDeployment].filter(([deployment]) => mayTakePart.has(deployment)).map(([, candidate]) => candidate),
    getDeployment: (id) => unknown.find((one) => one.id === id)?.deployment ?? (byDeployment.has(id) ? id : undefined),
    tell: (deployment) => byDeployment.get(deployment) ?? { id: deployment, name: deployment, url: '' },
  };
}
