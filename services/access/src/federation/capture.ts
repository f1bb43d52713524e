import { randomUUID } from 'node:crypto';
import { type ChangeTransaction, inChange } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { getTrust } from './get-trust.ts';
import { inTurn } from './in-turn.ts';
import { type AliasesByKind, foldAll, readAliases, readKnown } from './known.ts';
import { materialiseFreed } from './materialise.ts';
import { hearNotes, selectExisting, silenceNotes } from './materialise-queries.ts';
import { makeStamp, nextStamp } from './merge/clock.ts';
import type { Wish } from './merge/fold.ts';
import { type FederatedKind, getSignedBytes, getVersion, type Register } from './merge/register.ts';
import { findWishes, readPortraits } from './portrait.ts';
import { deleteDirty, deleteOvertaken, lockState, type PlacedRegister, type State, saveState, selectDirty } from './register-queries.ts';
import { upsertWritten } from './written-queries.ts';

const most = 5000;
const kinds: readonly FederatedKind[] = ['group', 'user', 'permission', 'token'];

/** Writes registers of this deployment at the next places of its order. */
export class Writer {
  readonly #context: Context;
  readonly #state: State;
  #sign: ((bytes: Uint8Array) => Uint8Array) | undefined;
  readonly written: PlacedRegister[] = [];
  constructor(context: Context, state: State) {
    this.#context = context;
    this.#state = state;
  }

  /** Nothing that came earlier is later than this. */
  async write(kind: FederatedKind, uid: string, { register, value }: Wish, known: Register | undefined, changedAt?: number): Promise<void> {
    const state = this.#state;
    const stamp = changedAt === undefined ? nextStamp(state.stamp, state.now) : makeStamp(Math.min(changedAt, state.now));
    if (stamp > state.stamp) state.stamp = stamp;
    state.number += 1;
    state.position += 1;
    const written: Register = {
      kind,
      uid: known && register.startsWith('mark/') ? known.uid : uid,
      register,
      value,
      stamp,
      origin: `${this.#context.deployment}.${state.incarnation}`,
      number: state.number,
      replaced: known ? getVersion(known) : '',
    };
    this.#sign ??= await getTrust(this.#context).signer();
    const signature = Buffer.from(this.#sign(getSignedBytes(written))).toString('base64');
    this.written.push({ ...written, signature, position: state.position });
  }
}

async function captureKind(
  transaction: ChangeTransaction,
  writer: Writer,
  kind: FederatedKind,
  uids: ReadonlySet<string>,
  aliases: AliasesByKind,
): Promise<void> {
  const portraits = await readPortraits(transaction, kind, [...uids]);
  const known = await readKnown(transaction, kind, uids, aliases);
  const named = [...portraits.values()].flatMap(({ values }) => Object.keys(values)).filter((name) => name.startsWith('member/'));
  const here = await selectExisting(transaction, findReferences(known.values(), aliases, named));
  for (const uid of uids) {
    const root = aliases[kind].of(uid);
    const folded = foldAll(known.get(root) ?? [], aliases);
    if (folded.deleted) continue;
    const portrait = portraits.get(uid);
    if (!portrait) {
      // Tokens that are forgotten are no news to anybody; who was never told of cannot be missed.
      if (kind !== 'token' && folded.values.size > 0) await writer.write(kind, root, { register: 'deleted', value: true }, undefined);
      continue;
    }
    const isFirst = folded.values.size === 0;
    for (const wish of findWishes(portrait, folded, (one) => here.has(one), randomUUID))
      await writer.write(kind, root, wish, folded.values.get(wish.register), isFirst && portrait.changedAt > 0 ? portrait.changedAt : undefined);
  }
}

/** Users and groups that registers name. */
function findReferences(known: Iterable<readonly Register[]>, aliases: AliasesByKind, named: readonly string[]): string[] {
  const found = new Set(named.map((name) => name.slice('member/'.length)));
  for (const registers of known)
    for (const [name, { value }] of foldAll(registers, aliases).values) {
      if (name.startsWith('member/')) found.add(name.slice('member/'.length));
      else if (name === 'whole')
        for (const section of (value as { sections?: { grants: { user?: string; group?: string }[] }[] }).sections ?? [])
          for (const { user, group } of section.grants) found.add(user ?? group ?? '');
    }
  found.delete('');
  return [...found];
}

/** Writes down what was changed here since the last look. The state is locked already. */
export async function captureWithin(context: Context, transaction: ChangeTransaction, state: State): Promise<readonly PlacedRegister[]> {
  const dirty = await selectDirty(transaction, most);
  if (dirty.length === 0) return [];
  const aliases = await readAliases(transaction);
  const writer = new Writer(context, state);
  for (const kind of kinds) {
    const uids = new Set(dirty.filter((one) => one.kind === kind).map(({ uid }) => uid));
    if (uids.size > 0) await captureKind(transaction, writer, kind, uids, aliases);
  }
  await upsertWritten(transaction, writer.written);
  await deleteOvertaken(transaction, writer.written);
  await deleteDirty(
    transaction,
    dirty.map(({ id }) => id),
  );
  return writer.written;
}

/** Gives everything that was changed here its place in the order. */
export async function capture(context: Context): Promise<void> {
  for (let more = true; more; )
    more = await inTurn(context, () =>
      inChange(context, { actor: `deployment ${context.deployment}`, address: '' }, async (transaction, record) => {
        const state = await lockState(transaction);
        let isWritten = false;
        const writeDown = async () => {
          const written = await captureWithin(context, transaction, state);
          isWritten ||= written.length > 0;
          return written.length > 0;
        };
        await writeDown();
        // Who waited for a name has it, where somebody here was deleted or named otherwise.
        await silenceNotes(transaction);
        const applied = await materialiseFreed({ transaction, aliases: await readAliases(transaction), writeDown });
        await hearNotes(transaction);
        if (isWritten) await saveState(transaction, state);
        if (applied > 0) await record({ action: 'federation.received', subject: context.deployment, after: { applied } });
        return (await selectDirty(transaction, 1)).length > 0;
      }),
    );
}
