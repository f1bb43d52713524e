import { randomUUID } from 'node:crypto';
import type { FederationPart, FederationStep } from '@packhouse/contract/access/federation-part-routes.ts';
import { federationWords } from '@packhouse/contract/access/federation-words.ts';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import type { z } from 'zod';
import { type By, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { enrol } from './enrol.ts';
import { getTrust } from './get-trust.ts';
import { configure } from './link-call.ts';
import { type Link, selectLinks, selectLinksOf, updateLink, upsertLink } from './link-queries.ts';

type Part = z.output<typeof FederationPart>;
type Step = z.output<typeof FederationStep>;

const sameList = (one: readonly string[], other: readonly string[]) => JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());

/** Whether a link is what the part says already. */
function isSo(link: Link, part: Part): boolean {
  return (
    link.phase !== 'ending' &&
    link.mode === part.mode &&
    link.forward === part.forward &&
    link.passwords === part.passwords &&
    link.adopt === part.adopt &&
    link.adopt_administrators === part.adoptAdministrators &&
    sameList(link.types, part.types) &&
    sameList(link.include, part.include) &&
    sameList(link.exclude, part.exclude)
  );
}

const isUnreachable = (error: unknown) => error instanceof AppError && error.code === 'upstream_unavailable';

/** The steps of one target, as far as they have come. */
async function readSteps(context: Context, link: Link, source: string): Promise<Step[]> {
  const target = link.peer_name;
  const step = (label: Step['label'], status: Step['status'], message: Step['message'] = null): Step => ({ label, target, status, message });
  const waiting = (...labels: Step['label'][]) => labels.map((label) => step(label, 'waiting'));
  const peer = await getTrust(context).find(link.peer);
  if (!peer?.purposes.includes('federation')) {
    return [step('trust', 'failed', say(federationWords.not_trusted, { source, target })), ...waiting('reach', 'accept', 'configure', 'first sync')];
  }
  const trusted = step('trust', 'done');
  if (link.phase === 'configuring') {
    try {
      await configure(context, link, AbortSignal.timeout(15_000));
    } catch (error) {
      if (isUnreachable(error)) return [trusted, step('reach', 'failed', saidBy(error)), ...waiting('accept', 'configure', 'first sync')];
      return [trusted, step('reach', 'done'), step('accept', 'failed', saidBy(error)), ...waiting('configure', 'first sync')];
    }
  }
  const first = link.phase === 'live' ? step('first sync', 'done') : step('first sync', 'running');
  return [trusted, step('reach', 'done'), step('accept', 'done'), step('configure', 'done'), first];
}

/** Makes the links of a federation what this part says. */
export async function applyPart(context: Context, part: Part, by: By): Promise<Step[]> {
  const before = await selectLinksOf(context.db, part.federation, 'out');
  const self = await getTrust(context).self();
  const wanted = part.targets.filter(({ id }) => id !== self.id);
  const isNews =
    wanted.some(({ id }) => !before.some((link) => link.peer === id && isSo(link, part))) ||
    before.some((link) => link.phase !== 'ending' && !wanted.some(({ id }) => id === link.peer));
  if (isNews)
    await inChange(context, by, async (transaction, record) => {
      for (const { id, name } of wanted) {
        const known = before.find(({ peer }) => peer === id);
        if (known && isSo(known, part)) continue;
        const { federation, mode, types, include, exclude, adopt, adoptAdministrators, forward, passwords, copies } = part;
        const link = { federation, mode, types, include, exclude, adopt, adopt_administrators: adoptAdministrators, forward, passwords, copies };
        await upsertLink(transaction, { ...link, id: known?.id ?? randomUUID(), peer: id, peer_name: name, direction: 'out' }, 'configuring');
      }
      for (const link of before)
        if (!wanted.some(({ id }) => id === link.peer)) await updateLink(transaction, link.id, { phase: 'ending', copies: part.copies, soon: true });
      await record({
        action: 'federation.changed',
        subject: part.federation,
        after: { mode: part.mode, targets: wanted.map(({ name }) => name), types: part.types },
      });
    });
  await enrol(context);
  const links = (await selectLinks(context.db)).filter((link) => link.federation === part.federation && link.direction === 'out' && link.phase !== 'ending');
  const steps: Step[] = [];
  for (const link of links) steps.push(...(await readSteps(context, link, self.name)));
  return steps;
}
