import type { Config } from '../config.ts';
import { getPassword } from '../database/database-address.ts';

const hidden = '***';
const names = 'password|passwd|secret|token|authorization|cookie|api[-_]?key|passphrase|private[-_]?key|credentials?|signature|sig|x-jfrog-art-api';

/**
 * A secret looks like this in a text, by what stands around it. Whoever sends requests writes into the logs, so no text may make the search slow: lengths
 * are bounded, or no two places where a search begins look at the same letters.
 */
const shapes: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[^-]|-(?!----)){0,65536}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g, hidden],
  [/(:\/\/[^\s/:@"]{0,200}:)[^\s@/"]{1,500}@/g, `$1${hidden}@`],
  [/\b(Bearer|Basic) [\w+/=.~-]{6,}/gi, `$1 ${hidden}`],
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, hidden],
  [new RegExp(`("[\\w.-]{0,40}(?:${names})"\\s?:\\s?)"(?:[^"\\\\]|\\\\.)*"`, 'gi'), `$1"${hidden}"`],
  // The same within a text that is itself a JSON string.
  [new RegExp(`(\\\\"[\\w.-]{0,40}(?:${names})\\\\"\\s?:\\s?)\\\\"[^"]{0,4000}"`, 'gi'), `$1\\"${hidden}\\"`],
  [new RegExp(`([?&;,\\s][\\w.-]{0,40}(?:${names})=)[^\\s&"',;]+`, 'gi'), `$1${hidden}`],
  [/(sealed:[0-9a-f]{8}:)[\w-]{20,}/g, `$1${hidden}`],
];

function passwordIn(url: string | undefined): string[] {
  const password = url === undefined ? undefined : getPassword(url);
  return password === undefined ? [] : [password, decodeURIComponent(password)];
}

/** The secrets that the configuration and the address of the database hold, as they might stand in a text. */
export function configuredSecrets(config: Config, databaseUrl: string): string[] {
  const { adminPassword, masterKey, metricsToken, blobs, outgoing } = config;
  const values = [adminPassword, masterKey, metricsToken, blobs.s3?.accessKeyId, blobs.s3?.secretAccessKey];
  return [...values.filter((value) => value !== undefined), ...passwordIn(databaseUrl), ...passwordIn(config.databaseUrl), ...passwordIn(outgoing.proxy)];
}

/** Shorter words would hide half of every text. */
const shortest = 6;

/**
 * Takes secrets out of a text that leaves the platform: those given, and whatever stands where secrets do. A second net under the loggers, which
 * leave secrets out themselves.
 */
export function scrubber(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets)].filter(({ length }) => length >= shortest).toSorted((one, other) => other.length - one.length);
  return (text) => {
    let clean = text;
    for (const secret of known) clean = clean.replaceAll(secret, hidden);
    for (const [pattern, replacement] of shapes) clean = clean.replace(pattern, replacement);
    return clean;
  };
}
