import type { FirewallCondition, FirewallRule } from '@packhouse/contract/repositories/firewall-routes.ts';
import { type FormatId, getCard } from '@packhouse/contract/repositories/format-ids.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { Context } from '../context.ts';
import { globMatches } from '../directory/glob.ts';

type How = FirewallRule['reach'][number]['how'];

/** Whether a rule can judge packages of a format, and where it does: what it cannot judge is said, and never passed over. */
async function readReach({ peers }: Context, condition: FirewallCondition, format: FormatId): Promise<How> {
  const { offers, holdsAnything, scanning } = getCard(format);
  const holdsImages = scanning?.reads === 'image';
  if (holdsAnything) return 'never';
  const where = getFormat(format).offers ? 'listings' : 'downloads';
  switch (condition.kind) {
    case 'lookAlike':
      return where;
    case 'malicious':
    case 'severity':
      return (await peers.advisories?.covers(format)) ? where : 'unknown';
    case 'unmaintained':
      // An image is called by its digest there, which belongs to no release line.
      return !holdsImages && (await peers.advisories?.tellsSupport()) ? where : 'unknown';
    case 'provenance':
      // Signatures are checked of images alone.
      return offers?.includes('provenance') && (!condition.trusted || holdsImages) ? where : 'unknown';
    default:
      return offers?.includes(condition.kind) ? where : 'unknown';
  }
}

/** The remote repositories that a rule is about, and how it is applied there. */
export async function listReach(
  context: Context,
  { condition, repositories }: Pick<FirewallRule, 'condition' | 'repositories'>,
): Promise<FirewallRule['reach']> {
  const remotes = (await context.directory.list()).filter((one) => one.class === 'remote' && repositories.some((pattern) => globMatches(pattern, one.key)));
  const byFormat = new Map<FormatId, How>();
  for (const format of new Set(remotes.map((one) => one.format))) byFormat.set(format, await readReach(context, condition, format));
  return remotes
    .map(({ key, format }) => ({ repository: key, format, how: byFormat.get(format) ?? 'never' }))
    .sort((one, other) => (one.repository < other.repository ? -1 : 1));
}
