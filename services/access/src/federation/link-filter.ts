import { pathMatches } from '@packhouse/kernel/access/path-pattern.ts';
import type { Db } from '../schema.ts';
import type { FederatedType } from './federation-schema.ts';
import { selectCopyLinks } from './link-copy-queries.ts';
import type { Link } from './link-queries.ts';
import { type FederatedKind, getDeployment, isDeletion, type Register } from './merge/register.ts';
import type { PlacedRegister } from './register-queries.ts';

export const typeOf: Readonly<Record<FederatedKind, FederatedType>> = { user: 'USERS', group: 'GROUPS', permission: 'PERMISSIONS', token: 'TOKENS' };

/** Whether the filter lets a permission of this name through: one of what is included, where anything is, and nothing of what is excluded. */
export function passes({ include, exclude }: Pick<Link, 'include' | 'exclude'>, name: string): boolean {
  const lower = name.toLowerCase();
  const fits = (pattern: string) => pathMatches(pattern.toLowerCase(), lower);
  return (include.length === 0 || include.some(fits)) && !exclude.some(fits);
}

/** What goes over a link of these registers, and which permissions its filter holds back. */
export interface Sifted {
  entries: PlacedRegister[];
  withdrawn: { kind: FederatedKind; uid: string }[];
}

/** Whether a link shares what this is of. */
export function goes(link: Pick<Link, 'types' | 'passwords'>, { kind, register }: Register): boolean {
  if (!link.types.includes(typeOf[kind]) || (register === 'password' && !link.passwords)) return false;
  return !register.startsWith('member/') || link.types.includes('GROUPS');
}

/** Copies that other links brought stay here, unless this one hands them on. */
export async function sift(db: Db, link: Link, registers: readonly PlacedRegister[]): Promise<Sifted> {
  const wanted = registers.filter((one) => goes(link, one));
  const foreign = link.forward ? new Set<string>() : await selectCopyLinks(db, link.federation, [...new Set(wanted.map(({ uid }) => uid))]);
  const sifted: Sifted = { entries: [], withdrawn: [] };
  for (const one of wanted) {
    if (foreign.has(one.uid)) continue;
    // Who wrote it has it.
    if (link.phase === 'live' && getDeployment(one.origin) === link.peer) continue;
    const name = one.kind === 'permission' && !isDeletion(one.register) ? (one.value as { name?: string } | null)?.name : undefined;
    if (name !== undefined && !passes(link, name)) sifted.withdrawn.push({ kind: one.kind, uid: one.uid });
    else sifted.entries.push(one);
  }
  return sifted;
}
