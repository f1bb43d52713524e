import type { Advisories, KnownAdvisory, KnownSupport } from '@packhouse/peers/advisories.ts';
import { findEcosystem, libraryComponent, packageComponent } from '../component/ecosystem.ts';
import type { Context } from '../context.ts';
import { judgeCycle } from '../support/support.ts';
import { selectCyclesOf, selectHasCycles } from '../support/support-queries.ts';
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
    tellsSupport: () => selectHasCycles(context.db),
    async support(format, packages) {
      const named = new Map([...packages.keys()].map((name) => [packageComponent(format, name, '0').purl.replace(/@0$/, '').toLowerCase(), name]));
      const asked = [...named].flatMap(([name, own]) => packages.get(own)!.map((version) => ({ name, version }))).slice(0, mostVersions);
      const found = new Map<string, Map<string, KnownSupport>>();
      for (const row of await selectCyclesOf(context.db, asked)) {
        const own = named.get(row.name)!;
        const known = { product: row.product, cycle: row.cycle, ended: judgeCycle(row)?.state === 'ended', day: row.eol };
        found.set(own, (found.get(own) ?? new Map<string, KnownSupport>()).set(row.version, known));
      }
      return found;
    },
  };
}
