import { parseArgs } from 'node:util';
import { speak } from '../backup/backup-words.ts';
import { UsageError, withUsage } from '../backup/command-line.ts';
import { inspectLicense } from './inspect-license.ts';
import { issuableTypes, issueBucket, issueLicence, type LicenceOrder, makeIssuer } from './issue-license.ts';
import { licenseWords } from './license-words.ts';

const options = {
  'signing-key': { type: 'string' },
  type: { type: 'string' },
  to: { type: 'string' },
  until: { type: 'string' },
  projects: { type: 'string' },
  count: { type: 'string' },
  out: { type: 'string' },
  key: { type: 'string' },
  'licence-key': { type: 'string' },
} as const;

type Values = ReturnType<typeof parse>['values'];

const types = issuableTypes.join(', ');

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}

function readNumber(option: '--count' | '--projects', text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most) throw new UsageError(speak(licenseWords.number_unfit, { option, most }));
  return number;
}

/** The end of a day, in seconds. */
function readUntil(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const start = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const end = start / 1000 + 86_399;
  if (Number.isNaN(end) || end * 1000 <= Date.now()) throw new UsageError(speak(licenseWords.until_no_day));
  return end;
}

function readOrder(values: Values): LicenceOrder {
  const type = issuableTypes.find((one) => one === values.type?.toUpperCase());
  if (type === undefined) throw new UsageError(speak(licenseWords.say_type, { types }));
  const to = values.to?.trim();
  if (!to) throw new UsageError(speak(licenseWords.say_to));
  return { type, to, until: readUntil(values.until), projects: readNumber('--projects', values.projects, 1_000_000) };
}

function issue(values: Values): Promise<string> {
  const { 'signing-key': signingKey, out } = values;
  if (signingKey === undefined) throw new UsageError(speak(licenseWords.say_signing_key));
  const order = readOrder(values);
  const count = readNumber('--count', values.count, 100_000);
  if (count === undefined) return issueLicence(signingKey, order, out);
  if (out === undefined) throw new UsageError(speak(licenseWords.say_out));
  return issueBucket(signingKey, { ...order, count }, out);
}

/** `packhouse license`: the issuer of licences and of buckets. Nothing else in the product can make one. */
export function licenseCommand(parameters: readonly string[]): Promise<void> {
  return withUsage(speak(licenseWords.license_usage, { types }), parameters, async () => {
    const { positionals, values } = parse(parameters);
    const [verb, file, ...rest] = positionals;
    const told = await (() => {
      if (verb === 'issue' && file === undefined) return issue(values);
      if (file === undefined || rest.length > 0) throw new UsageError();
      if (verb === 'keys') return makeIssuer(file);
      if (verb !== 'inspect') throw new UsageError();
      return inspectLicense(file, { key: values.key, publicKey: values['licence-key'] ?? process.env.PACKHOUSE_LICENCE_KEY });
    })();
    process.stdout.write(`${told}\n`);
  });
}
