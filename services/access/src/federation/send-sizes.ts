import type { FederatedKind } from './merge/register.ts';
import type { PlacedRegister } from './register-queries.ts';

/** Registers of one request. */
export const mostRegisters = 500;
const mostBytes = 1_000_000;

/** What others refer to comes first. */
export const kindsInOrder: readonly FederatedKind[] = ['group', 'user', 'permission', 'token'];

/** Of a page, as many as may go in one request. */
export function fitting(registers: readonly PlacedRegister[]): readonly PlacedRegister[] {
  let bytes = 0;
  for (const [index, one] of registers.entries()) {
    bytes += JSON.stringify(one).length;
    if (bytes > mostBytes && index > 0) return registers.slice(0, index);
  }
  return registers;
}

export const unique = <T extends { uid: string }>(list: readonly T[]) => [...new Map(list.map((one) => [one.uid, one])).values()];
