import type { ChangeTransaction } from '../audit/change.ts';
import type { Context } from '../context.ts';
import { Writer } from './capture.ts';
import { typeOf } from './link-filter.ts';
import type { Link } from './link-queries.ts';
import { getMilliseconds } from './merge/clock.ts';
import { outlivesDeletion } from './merge/merge.ts';
import { type SignedRegister, type State, selectRegisters } from './register-queries.ts';
import { upsertWritten } from './written-queries.ts';

/** Milliseconds: what was written this long before the last contact was certainly told then. */
const told = 86_400_000;

/**
 * A member of a mesh that was silent for longer than deletions are remembered brings what was deleted meanwhile. What it had told of before, and nobody here knows any
 * more, was that: it is deleted anew, so that everybody hears of it.
 */
export async function buryLingering(
  context: Context,
  transaction: ChangeTransaction,
  state: State,
  source: Pick<Link, 'peer' | 'mode' | 'types' | 'silent_since'> | undefined,
  entries: readonly SignedRegister[],
): Promise<void> {
  if (source?.mode !== 'mesh' || source.silent_since === null) return;
  const before = source.silent_since.getTime() - told;
  const old = entries.filter(
    ({ kind, stamp, register }) => source.types.includes(typeOf[kind]) && !outlivesDeletion(register) && getMilliseconds(stamp) < before,
  );
  const writer = new Writer(context, state);
  for (const [kind, some] of Map.groupBy(old, (one) => one.kind)) {
    const uids = [...new Set(some.map(({ uid }) => uid))];
    const known = new Set((await selectRegisters(transaction, kind, uids)).map(({ uid }) => uid));
    for (const uid of uids) if (!known.has(uid)) await writer.write(kind, uid, { register: 'deleted', value: true }, undefined);
  }
  await upsertWritten(transaction, writer.written);
  if (writer.written.length > 0)
    context.log.warn(
      { peer: source.peer, entries: writer.written.length },
      'a member that was silent for long brought back what had been deleted; it stays deleted',
    );
}
