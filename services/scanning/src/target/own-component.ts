import { type FormatId, formatIds, getCard } from '@packhouse/contract/repositories/format-ids.ts';
import type { LeadFile, PackageOrigin } from '@packhouse/peers/package-contents.ts';
import type { Component } from '../component/component.ts';
import { distributionComponent, findRules, packageComponent } from '../component/ecosystem.ts';
import type { Context } from '../context.ts';

/** Formats whose packages belong to distributions: a package alone does not say to which. */
export const formatsOfDistributions: readonly FormatId[] = formatIds.filter((id) => {
  const { ecosystem, distributions } = getCard(id).scanning ?? {};
  return ecosystem === undefined && distributions !== undefined;
});

const ofDistributions: ReadonlySet<FormatId> = new Set(formatsOfDistributions);

export const isOfDistribution = ({ format }: Pick<LeadFile, 'format'>): boolean => ofDistributions.has(format);

function ofOrigin({ package: name, version }: LeadFile, { distribution, release, source }: PackageOrigin): Component {
  const distro = findRules(distribution)?.releaseName?.(release) ?? release;
  return distributionComponent(distribution, distro, { name, version, sourceName: source?.name, sourceVersion: source?.version });
}

/** What versions are as components themselves, by their path: packages of a distribution by what lists them, where something does. */
export async function readOwnComponents({ peers }: Pick<Context, 'peers'>, repository: string, leads: readonly LeadFile[]): Promise<Map<string, Component>> {
  const paths = leads.filter(isOfDistribution).map(({ path }) => path);
  const origins = (paths.length > 0 && (await peers.contents?.origins(repository, paths))) || new Map<string, PackageOrigin>();
  return new Map(
    leads.map((lead) => {
      const origin = origins.get(lead.path);
      return [lead.path, origin ? ofOrigin(lead, origin) : packageComponent(lead.format, lead.package, lead.version)] as const;
    }),
  );
}
