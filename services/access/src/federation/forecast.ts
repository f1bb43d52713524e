import type { FederationPart, TargetForecast } from '@packhouse/contract/access/federation-part-routes.ts';
import { FederationForecast, forecastLink } from '@packhouse/contract/access/federation-peer-routes.ts';
import { federationWords } from '@packhouse/contract/access/federation-words.ts';
import { AppError, saidBy } from '@packhouse/contract/errors.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { getTrust } from './get-trust.ts';
import { ask } from './link-call.ts';
import { selectCopyLinks, selectNamed } from './link-copy-queries.ts';
import { passes, typeOf } from './link-filter.ts';
import { type Link, selectLinksOf } from './link-queries.ts';

type Part = z.output<typeof FederationPart>;
type Forecast = z.output<typeof TargetForecast>;
type Shared = Pick<Part, 'federation' | 'types' | 'include' | 'exclude' | 'forward'>;
type Named = Awaited<ReturnType<typeof selectNamed>>[number];

const page = 2000;

/** What goes over the links of a part, by name: no copies that other federations brought, unless it hands them on. */
async function listShared(db: Context['db'], part: Shared): Promise<Named[]> {
  const named = (await selectNamed(db, part.types)).filter((one) => one.kind !== 'permission' || passes(part, one.name));
  if (part.forward) return named;
  const foreign = await selectCopyLinks(
    db,
    part.federation,
    named.map(({ uid }) => uid),
  );
  return named.filter(({ uid }) => !foreign.has(uid));
}

interface Asked {
  target: Part['targets'][number];
  things: readonly Named[];
  /** As it is now, where there is one. */
  link: Link | undefined;
  /** It takes part no more. */
  isLeft: boolean;
}

/** What was shared over a link and is no more: what is deleted for that, and who is disabled. Tokens have no names. */
async function listUnshared(context: Context, link: Link, part: Part, { things, isLeft }: Asked) {
  const uids = new Set(things.map(({ uid }) => uid));
  const gone = (await listShared(context.db, link)).filter(({ uid }) => !uids.has(uid));
  // What a filter holds back is taken back, whatever becomes of kinds and targets that are left out.
  const isHeldBack = ({ kind }: Named) => !isLeft && part.types.includes(typeOf[kind]);
  return {
    takenBack: gone.filter((one) => isHeldBack(one) || part.copies === 'delete'),
    disabled: gone.filter((one) => !isHeldBack(one) && one.kind === 'user' && part.copies === 'disable'),
  };
}

const slice = <T>(all: readonly T[]): T[][] => Array.from({ length: Math.ceil(all.length / page) }, (_, index) => all.slice(index * page, (index + 1) * page));

async function forecastTarget(context: Context, part: Part, asked: Asked): Promise<Forecast> {
  const forecast = FederationForecast.parse({ created: [], adopted: [], overwritten: [], parked: [], refused: [] });
  const { mode, adopt, adoptAdministrators, federation } = part;
  const { target, things, link, isLeft } = asked;
  const types = isLeft ? [] : part.types;
  const tell = (some: { things?: Named[]; withdrawn?: Named[] }) =>
    ask(
      context,
      target.id,
      { method: 'POST', path: forecastLink.url, json: { mode, types, adopt, adoptAdministrators, federation, things: [], ...some } },
      forecastLink.reply,
    );
  try {
    const { name: source } = await getTrust(context).self();
    if (!(await getTrust(context).find(target.id))?.purposes.includes('federation'))
      throw new AppError(federationWords.not_trusted, { source, target: target.name });
    for (const some of things.length > 0 ? slice(things) : [[]]) {
      const told = await tell({ things: some });
      for (const key of ['created', 'adopted', 'overwritten', 'parked', 'refused', 'lowered'] as const) forecast[key].push(...told[key]);
    }
    const unshared = link ? await listUnshared(context, link, part, asked) : { takenBack: [], disabled: [] };
    for (const outcome of ['takenBack', 'disabled'] as const)
      for (const withdrawn of slice(unshared[outcome])) forecast[outcome].push(...(await tell({ withdrawn })).takenBack);
    return { target: target.name, error: null, forecast };
  } catch (error) {
    return { target: target.name, error: saidBy(error), forecast };
  }
}

/** What a part would do at each target, and at those that it leaves out now. Nothing is written, here or there. */
export async function forecastPart(context: Context, part: Part): Promise<Forecast[]> {
  const self = await getTrust(context).self();
  const links = (await selectLinksOf(context.db, part.federation, 'out')).filter(({ phase }) => phase !== 'ending');
  const things = await listShared(context.db, part);
  const targets = part.targets.filter(({ id }) => id !== self.id);
  const left = links.filter(({ peer }) => part.copies !== 'keep' && !targets.some(({ id }) => id === peer));
  const asked: Asked[] = [
    ...targets.map((target) => ({ target, things, link: links.find(({ peer }) => peer === target.id), isLeft: false })),
    ...left.map((link) => ({ target: { id: link.peer, name: link.peer_name }, things: [], link, isLeft: true })),
  ];
  return Promise.all(asked.map((one) => forecastTarget(context, part, one)));
}
