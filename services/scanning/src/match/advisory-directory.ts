import type { Advisories, KnownAdvisory } from '@packhouse/peers/advisories.ts';
import { findEcosystem, libraryComponent } from '../component/ecosystem.ts';
import type { Context } from '../context.ts';
import { judgeComponents } from './match-components.ts';
import { selectCovered, selectSpoken } from './match-queries.ts';

/** Versions of one package that are judged at once. */
const mostVersions = 20_000;

/** Tells other services what advisories say of packages, wherever those are. */
export function advisoryDirectory(context: Pick<Context, 'db'>): Advisories {
  return {
    async covers(format) {
      const ecosystem = findEcosystem(format);
      return ecosystem !== undefined && selectCovered(context.db, ecosystem);
    },
    async about(format, name, versions) {
      const ecosystem = findEcosystem(format);
      const found = new Map<string, KnownAdvisory[]>();
      if (ecosystem === undefined) return found;
      const asked = versions.slice(0, mostVersions);
      const components = asked.map((version) => libraryComponent(ecosystem, name, version));
      const matches = (await judgeComponents(context, components, Number.POSITIVE_INFINITY)).filter(({ confidence }) => confidence === 'known');
      const spoken = await selectSpoken(context.db, [...new Set(matches.map(({ advisory_id }) => advisory_id))]);
      for (const { component_id, advisory_id, severity } of matches) {
        const version = asked[component_id]!;
        const advisory = spoken.get(advisory_id);
        if (!advisory) continue;
        const known = { id: advisory_id, severity: severity as KnownAdvisory['severity'], malicious: advisory.malicious, published: advisory.published };
        found.set(version, [...(found.get(version) ?? []), known]);
      }
      return found;
    },
  };
}
