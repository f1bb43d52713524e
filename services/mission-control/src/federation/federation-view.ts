import type { FederationLink } from '@packhouse/contract/access/federation-part-routes.ts';
import type { Federation } from '@packhouse/contract/mission-control/federation-routes.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { atDeployment } from './at-deployment.ts';
import { type Candidates, readCandidates } from './candidates.ts';
import { dropPassed } from './drop-passed.ts';
import { type FederationRow, type PartRow, selectParts } from './federation-queries.ts';

type Link = z.output<typeof FederationLink>;

/** The links of deployments as they are now; undefined where one cannot be asked. */
async function askLinks(context: Context, deployments: Iterable<string>): Promise<Map<string, Link[] | undefined>> {
  const asked = [...new Set(deployments)].map(async (one): Promise<[string, Link[] | undefined]> => {
    try {
      return [one, await (await atDeployment(context, one)).links()];
    } catch {
      return [one, undefined];
    }
  });
  return new Map(await Promise.all(asked));
}

function view(row: FederationRow, parts: readonly PartRow[], links: ReadonlyMap<string, Link[] | undefined>, candidates: Candidates): Federation {
  const own = parts.filter(({ federation }) => federation === row.id);
  const getName = (deployment: string) => candidates.tell(deployment).name;
  const named = own.flatMap(({ deployment }) =>
    (links.get(deployment) ?? [])
      .filter((link) => link.federation === row.id && link.direction === 'out')
      .map((link) => ({ ...link, source: getName(deployment) })),
  );
  const steps = own.flatMap(({ deployment, steps: all }) => all.map((step) => ({ ...step, source: getName(deployment) })));
  return {
    id: row.id,
    mode: row.mode,
    source: candidates.tell(row.source),
    targets: row.targets.map((one) => candidates.tell(one)),
    entityTypes: row.types,
    permissionsFilter: { include: row.include, exclude: row.exclude },
    adopt: row.adopt,
    adoptAdministrators: row.adopt_administrators,
    forward: row.forward,
    passwords: row.passwords,
    steps: dropPassed(steps, named),
    links: named,
    unreachable: own.filter(({ deployment }) => links.get(deployment) === undefined).map(({ deployment }) => getName(deployment)),
    ending: row.ending,
  };
}

/** Federations with how their links are. */
export async function viewFederations(context: Context, rows: readonly FederationRow[]): Promise<Federation[]> {
  const wanted = new Set(rows.map(({ id }) => id));
  const parts = (await selectParts(context.db)).filter(({ federation }) => wanted.has(federation));
  const links = await askLinks(
    context,
    parts.map(({ deployment }) => deployment),
  );
  const candidates = await readCandidates(context);
  return rows.map((row) => view(row, parts, links, candidates));
}
