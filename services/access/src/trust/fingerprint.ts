import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { fingerprintWords } from './fingerprint-words.ts';

const stretch = promisify<string, string, number, { N: number; r: number; p: number }, Buffer>(scrypt);
const words = 6;
const known = new Map<string, Promise<string>>();
/** Keys of so many deployments are remembered. */
const most = 500;

/**
 * Six words for a key, by its thumbprint. Six bytes are few enough for people to compare and would be few enough to be found by trying keys: so each try is made
 * to cost some hundredths of a second and 16 MB of memory.
 */
export function spellFingerprint(thumbprint: string): Promise<string> {
  const spelt = known.get(thumbprint) ?? spell(thumbprint);
  known.set(thumbprint, spelt);
  const [oldest] = known.keys();
  if (known.size > most && oldest !== undefined) known.delete(oldest);
  return spelt;
}

async function spell(thumbprint: string): Promise<string> {
  const bytes = await stretch(thumbprint, 'packhouse deployment key', words, { N: 16_384, r: 8, p: 1 });
  return [...bytes].map((byte) => fingerprintWords[byte]).join(' ');
}
