import { hash, verify } from '@node-rs/argon2';
import { maxPasswordLength } from '@packhouse/contract/access/access-names.ts';
import { limitAtOnce } from '@packhouse/limits/turns.ts';
import { randomSecret } from '../secret/fingerprint.ts';

/** Hashing is meant to be slow and memory-hungry, so only so many run at once. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for a user who does not exist (`stored` undefined) as for one who does. */
  fits(password: string, stored: string | undefined): Promise<boolean>;
}

/** argon2id with the parameters OWASP names: 19 MiB, two passes, one thread. https://www.rfc-editor.org/rfc/rfc9106 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export async function passwords(): Promise<Passwords> {
  const turns = limitAtOnce({ atOnce: 2, waiting: 200 });
  const nobody = await hash(randomSecret(24), cost);
  return {
    hash: (password) => turns.run(() => hash(password, cost)),
    async fits(password, stored) {
      const usable = stored !== undefined && password.length > 0 && password.length <= maxPasswordLength;
      const fits = await turns.run(() => verify(usable ? stored : nobody, password.slice(0, maxPasswordLength), cost));
      return usable && fits;
    },
  };
}

const lower = 'abcdefghijkmnpqrstuvwxyz';
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const digit = '23456789';

/** A first password that obeys the rule and has no letters that look alike. */
export function generatePassword(random: (below: number) => number): string {
  const pick = (from: string) => from[random(from.length)]!;
  const all = lower + upper + digit;
  const letters = [pick(lower), pick(upper), pick(digit), ...Array.from({ length: 17 }, () => pick(all))];
  for (let index = letters.length - 1; index > 0; index--) {
    const other = random(index + 1);
    [letters[index], letters[other]] = [letters[other]!, letters[index]!];
  }
  return letters.join('');
}
