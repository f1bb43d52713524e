import type { FederationReceipt } from '@packhouse/contract/access/federation-peer-routes.ts';
import type { z } from 'zod';
import type { ChangeTransaction } from '../audit/change.ts';
import { readLimits } from './accepts-queries.ts';
import { selectAdministratorsOf, upsertAdministrators } from './administrator-queries.ts';
import type { Link } from './link-queries.ts';
import { mainRegisters, type Register } from './merge/register.ts';
import { type SignedRegister, selectRegisters } from './register-queries.ts';

type Refusal = z.output<typeof FederationReceipt>['refused'][number];

const isMain = ({ kind, register }: Register) => register === mainRegisters[kind];
const isRight = ({ register, value }: Register) => register === 'administrator' && value === true;

/** Names as what comes says them, by uid. */
export function namesIn(entries: readonly Register[]): Map<string, string> {
  return new Map(entries.filter(isMain).map(({ uid, value }) => [uid, String((value as { name?: unknown } | null)?.name ?? uid)]));
}

/** Names as they are known already, by uid. */
async function readNames(transaction: ChangeTransaction, entries: readonly Register[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [kind, some] of Map.groupBy(entries, (one) => one.kind)) {
    const known = await selectRegisters(transaction, kind, [...new Set(some.map(({ uid }) => uid))]);
    for (const [uid, name] of namesIn(known)) names.set(uid, name);
  }
  return names;
}

/**
 * Administrators only come where this deployment lets them: their right is taken out, the rest stays. Who has come with one is remembered, since the right and the rest
 * may come in two batches: the name is told with the second, and whoever has it here is not taken for the same as if that had been an ordinary user.
 */
export async function holdBackRights(
  transaction: ChangeTransaction,
  source: Pick<Link, 'id' | 'peer'> | undefined,
  entries: readonly SignedRegister[],
): Promise<{ allowed: ReadonlySet<SignedRegister>; refused: Refusal[] }> {
  const allowed = new Set(entries);
  const refused: Refusal[] = [];
  if (!source || (await readLimits(transaction, source.peer)).administrators) return { allowed, refused };
  const rights = entries.filter(isRight);
  const mains = entries.filter((one) => isMain(one) && (one.kind === 'user' || one.kind === 'group'));
  if (rights.length + mains.length === 0) return { allowed, refused };
  const known = await readNames(transaction, [...rights, ...mains]);
  const names = namesIn(entries);
  const told = new Set<string>();
  const tell = ({ kind, uid }: Register, name: string) => {
    told.add(uid);
    refused.push({ kind, name, reason: 'administrator' });
  };
  for (const one of rights) {
    allowed.delete(one);
    const name = names.get(one.uid) ?? known.get(one.uid);
    if (name !== undefined) tell(one, name);
  }
  const remembered = await selectAdministratorsOf(
    transaction,
    source.id,
    mains.map(({ uid }) => uid),
  );
  for (const one of mains) if (remembered.has(one.uid) && !known.has(one.uid) && !told.has(one.uid)) tell(one, names.get(one.uid)!);
  await upsertAdministrators(transaction, source.id, rights);
  return { allowed, refused };
}
