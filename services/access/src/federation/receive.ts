import type { FederationReceipt } from '@packhouse/contract/access/federation-peer-routes.ts';
import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { z } from 'zod';
import { type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { holdTrust } from './accepts-queries.ts';
import { holdBackRights, namesIn } from './administrators.ts';
import { captureWithin, Writer } from './capture.ts';
import { getTrust } from './get-trust.ts';
import { inTurn } from './in-turn.ts';
import { type AliasesByKind, readAliases } from './known.ts';
import { buryLingering } from './lingering.ts';
import { typeOf } from './link-filter.ts';
import type { Link } from './link-queries.ts';
import { type Materialising, materialise } from './materialise.ts';
import { hearNotes, insertConflict, lockRows, selectByUids, selectCopies, silenceNotes } from './materialise-queries.ts';
import { getMilliseconds, observe } from './merge/clock.ts';
import { compare, outlivesDeletion } from './merge/merge.ts';
import { type FederatedKind, getDeployment, getKey, getSignedBytes, type Register } from './merge/register.ts';
import { findOwn, findOwnNamesakes, noteBrought } from './note-brought.ts';
import { protectedUsers } from './portrait-queries.ts';
import {
  deleteOvertaken,
  lockState,
  type PlacedRegister,
  type SignedRegister,
  type State,
  saveState,
  selectRegisters,
  upsertRegisters,
} from './register-queries.ts';
import { beginAnew, isBehind } from './restored.ts';
import { type Heard, noteSeen, toHeard, upsertWritten } from './written-queries.ts';

type Receipt = z.output<typeof FederationReceipt>;
type Result = Receipt['results'][number];
type Refusal = Receipt['refused'][number];

/** Milliseconds that another clock may be ahead. */
const mostAhead = 5 * 60_000;

/** Where what comes is from; nothing where this deployment gets its own back. */
export type Source = Pick<Link, 'id' | 'peer' | 'mode' | 'types' | 'adopt' | 'adopt_administrators' | 'generation' | 'silent_since'> | undefined;

/** Registers that their sender did not write have to be signed by whoever did. */
async function findForged(context: Context, source: Source, entries: readonly SignedRegister[]): Promise<Set<SignedRegister>> {
  const forged = new Set<SignedRegister>();
  for (const [deployment, some] of Map.groupBy(entries, ({ origin }) => getDeployment(origin))) {
    if (deployment === source?.peer) continue;
    const isSigned = await getTrust(context).verifier(deployment);
    for (const one of some) if (!isSigned(getSignedBytes(one), Buffer.from(one.signature, 'base64'))) forged.add(one);
  }
  return forged;
}

interface Receiving {
  context: Context;
  transaction: ChangeTransaction;
  source: Source;
  state: State;
  refused: Refusal[];
}

/** What must not come over this link at all, whatever it says. */
function reasonAgainst(source: Source, entry: Register, here: ReadonlyMap<string, Here>): Refusal['reason'] | undefined {
  if (!source) return undefined;
  if (!source.types.includes(typeOf[entry.kind])) return 'type';
  const found = here.get(`${entry.kind} ${entry.uid}`);
  if (found?.isProtected) return 'protected';
  // Only what came from there is a star's to change.
  if (found && source.mode === 'star' && !source.adopt && found.isOurs) return 'name';
  const profile = entry.value as { name?: string } | null;
  if (entry.kind === 'user' && entry.register === 'profile' && protectedUsers.includes(profile?.name ?? '')) return 'protected';
  return undefined;
}

interface Here {
  name: string;
  isProtected: boolean;
  isOurs: boolean;
  links: Set<string>;
}

/** Rows that are here already, with the links that brought them. */
async function readHere(transaction: ChangeTransaction, entries: readonly Register[]): Promise<Map<string, Here>> {
  const here = new Map<string, Here>();
  for (const [kind, some] of Map.groupBy(entries, (one) => one.kind)) {
    const uids = [...new Set(some.map(({ uid }) => uid))];
    const copies = Map.groupBy(await selectCopies(transaction, kind, uids), ({ uid }) => uid);
    for (const { uid, name } of await selectByUids(transaction, kind, uids)) {
      const links = new Set((copies.get(uid) ?? []).map(({ link }) => link));
      here.set(`${kind} ${uid}`, { name, isProtected: kind === 'user' && protectedUsers.includes(name), isOurs: links.size === 0, links });
    }
  }
  return here;
}

/** Takes registers in: which are news, which lost, and which were lost by that. */
async function mergeEntries(work: Receiving, entries: readonly SignedRegister[], forged: ReadonlySet<SignedRegister>) {
  const { transaction, state, source } = work;
  const here = await readHere(transaction, entries);
  const known = new Map<string, PlacedRegister>();
  for (const [kind, some] of Map.groupBy(entries, (one) => one.kind))
    for (const one of await selectRegisters(transaction, kind, [...new Set(some.map(({ uid }) => uid))])) known.set(getKey(one), one);
  const names = namesIn(entries);
  const news = new Map<string, PlacedRegister>();
  const results: Result[] = [];
  for (const entry of entries) {
    const against = forged.has(entry) ? 'signature' : reasonAgainst(source, entry, here);
    if (against) {
      work.refused.push({ kind: entry.kind, name: here.get(`${entry.kind} ${entry.uid}`)?.name ?? names.get(entry.uid) ?? entry.uid, reason: against });
      results.push('refused');
      continue;
    }
    const isDead = known.has(getKey({ ...entry, register: 'deleted' })) && !outlivesDeletion(entry.register);
    const merged = isDead ? ({ taken: 'older' } as const) : compare(known.get(getKey(entry)), entry);
    if (merged.taken === 'applied') {
      state.position += 1;
      const placed = { ...entry, position: state.position };
      known.set(getKey(entry), placed);
      news.set(getKey(entry), placed);
    }
    if ('conflict' in merged && merged.conflict) {
      const { kept, lost } = merged.conflict;
      const name = here.get(`${entry.kind} ${entry.uid}`)?.name ?? entry.uid;
      const { kind, uid, register } = entry;
      await insertConflict(transaction, { kind, uid, name, register, kept: kept.value, lost: lost.value, keptOrigin: kept.origin, lostOrigin: lost.origin });
      results.push('conflict');
    } else results.push(merged.taken);
  }
  return { news: [...news.values()], results };
}

/** Brings everything that is news to how it is known now. */
async function materialiseNews({ context, transaction, source, state, refused }: Receiving, news: readonly Register[], aliases: AliasesByKind) {
  const joined: { kind: FederatedKind; uid: string }[] = [];
  const materialising: Materialising = {
    transaction,
    aliases,
    link: source,
    administrators: new Set(),
    refused: [],
    waiting: new Set(),
    async join(kind, one, other) {
      const writer = new Writer(context, state);
      await writer.write(kind, one, { register: `alias/${other}`, value: true }, undefined);
      await upsertWritten(transaction, writer.written);
      aliases[kind].join(one, other);
      joined.push({ kind, uid: other });
    },
    writeDown: async () => (await captureWithin(context, transaction, state)).length > 0,
  };
  const changed = new Map<FederatedKind, Set<string>>();
  for (const { kind, uid } of news) changed.set(kind, (changed.get(kind) ?? new Set()).add(uid));
  await silenceNotes(transaction);
  await materialise(materialising, changed);
  await hearNotes(transaction);
  refused.push(...materialising.refused.map(({ kind, name, reason }) => ({ kind, name, reason })));
  return { waiting: materialising.waiting, joined };
}

/** Writes what came, in one transaction: all of it, or nothing. */
async function takeWithin(work: Receiving, entries: readonly SignedRegister[], forged: ReadonlySet<SignedRegister>): Promise<Result[]> {
  const { context, transaction, source, state } = work;
  // What is changed here at this moment is written down before anything is put over it.
  for (const [kind, some] of Map.groupBy(entries, (one) => one.kind)) await lockRows(transaction, kind, [...new Set(some.map(({ uid }) => uid))]);
  await captureWithin(context, transaction, state);
  const { allowed, refused } = await holdBackRights(transaction, source, entries);
  work.refused.push(...refused);
  await buryLingering(
    context,
    transaction,
    state,
    source,
    entries.filter((one) => !forged.has(one)),
  );
  const { news, results } = await mergeEntries(
    work,
    entries.filter((one) => allowed.has(one)),
    forged,
  );
  await upsertRegisters(transaction, news);
  await deleteOvertaken(transaction, news);
  for (const { stamp } of news) state.stamp = observe(state.stamp, stamp);
  const seen = new Map<string, Heard>();
  for (const one of entries) if (!forged.has(one) && one.number > (seen.get(one.origin)?.number ?? 0)) seen.set(one.origin, toHeard(one));
  await noteSeen(transaction, [...seen.values()]);
  const aliases = await readAliases(transaction);
  // What a star brings is its source's, whoever had the name before; in a mesh everybody keeps what is theirs.
  const ours = source?.mode === 'mesh' ? await findOwn(transaction, context.deployment, entries, aliases) : new Set<string>();
  const { waiting, joined } = await materialiseNews(work, news, aliases);
  let next = 0;
  const all = entries.map((entry) => (allowed.has(entry) ? results[next++]! : 'refused'));
  if (source) {
    const own = new Set([...ours, ...(await findOwnNamesakes(transaction, joined))]);
    const taken = entries.filter((_, index) => all[index] !== 'refused');
    await noteBrought(transaction, source, taken, own, aliases);
  }
  return entries.map((entry, index) => {
    const result = all[index]!;
    return result === 'applied' && waiting.has(aliases[entry.kind].of(entry.uid)) ? 'parked' : result;
  });
}

/** The clock that is too far ahead, if one is. */
function findSkew(entries: readonly Register[], now: number): Receipt['skew'] {
  for (const { stamp, origin } of entries) {
    const ahead = getMilliseconds(stamp) - now;
    if (ahead > mostAhead) return { deployment: getDeployment(origin), milliseconds: ahead };
  }
  return null;
}

/** Whoever was revoked after the call came brings nothing any more. @throws AppError, so that all of it is left undone */
export async function requireStillTrusted(transaction: ChangeTransaction, peer: string): Promise<void> {
  const { name, isTrusted } = await holdTrust(transaction, peer);
  if (!isTrusted) throw new AppError(trustWords.trust_ended, { name });
}

export interface Received {
  results: Result[];
  refused: Refusal[];
  skew: Receipt['skew'];
}

/** Takes a batch in. Repeated or in another order it comes to the same. */
export async function receive(
  context: Context,
  source: Source,
  entries: readonly SignedRegister[],
  /** Is done in the same transaction, and answers how much else it changed. */
  along: (transaction: ChangeTransaction) => Promise<number> = async () => 0,
): Promise<Received> {
  const forged = await findForged(context, source, entries);
  return inTurn(context, () =>
    inChange(context, { actor: `deployment ${source?.peer ?? context.deployment}`, address: '' }, async (transaction, record) => {
      const state = await lockState(transaction);
      if (source) await requireStillTrusted(transaction, source.peer);
      const skew = findSkew(entries, state.now);
      if (skew) return { results: [], refused: [], skew };
      const genuine = entries.filter((one) => !forged.has(one));
      if (await isBehind(context, transaction, state, genuine.map(toHeard))) await beginAnew(context, transaction, state);
      const work: Receiving = { context, transaction, source, state, refused: [] };
      const results = await takeWithin(work, entries, forged);
      await saveState(transaction, state);
      const takenBack = await along(transaction);
      const applied = results.filter((one) => one === 'applied' || one === 'conflict' || one === 'parked').length;
      if (applied + takenBack > 0)
        await record({
          action: 'federation.received',
          subject: source?.peer ?? context.deployment,
          after: { applied, takenBack, refused: work.refused.length },
        });
      return { results, refused: work.refused, skew: null };
    }),
  );
}
