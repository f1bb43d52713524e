import type { LibraryEvidence, NamedLibrary } from '../library-evidence.ts';
import { findRecord, ownText, ownValue } from '../text/plain-json.ts';
import { packageYaml, readYaml } from '../text/yaml-document.ts';

/** Values are looked at this deep, and so many of them. */
const deepest = 20;
const mostValues = 100_000;

function parse(text: string): Record<string, unknown> {
  try {
    return findRecord(readYaml(text, 'invalid_package', packageYaml)) ?? {};
  } catch {
    // A chart whose values cannot be read names no images.
    return {};
  }
}

/** Splits `registry/name:tag@digest`. */
function splitImage(text: string): NamedLibrary[] {
  const [, name, tag, digest] = /^([a-z0-9][a-z0-9._:/-]{0,250}?)(?::([A-Za-z0-9_][A-Za-z0-9._-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/.exec(text) ?? [];
  const version = tag ?? digest;
  return name === undefined || version === undefined ? [] : [{ name, version, isImage: true }];
}

const word = (value: unknown, key: string) => {
  const found = ownValue(value, key);
  return typeof found === 'number' ? String(found) : ownText(value, key, 300);
};

/** An image in the parts that charts usually write it in. */
function joinImage(value: Record<string, unknown>, appVersion: string | undefined): NamedLibrary[] {
  const repository = word(value, 'repository') ?? (word(value, 'registry') === undefined ? undefined : word(value, 'image'));
  if (repository === undefined) return [];
  const registry = word(value, 'registry');
  const tag = word(value, 'tag') || word(value, 'version') || word(value, 'digest') || appVersion;
  const place = registry ? `${registry}/${repository}` : repository;
  return tag === undefined ? [] : splitImage(tag.startsWith('sha256:') ? `${place}@${tag}` : `${place}:${tag}`);
}

/** Images in the usual values of a chart; what templates make of other values nobody knows before they are set. */
function readImages(text: string): NamedLibrary[] {
  const found: NamedLibrary[] = [];
  let left = mostValues;
  const look = (value: unknown, key: string, depth: number): void => {
    if (depth > deepest || --left < 0) return;
    if (Array.isArray(value)) for (const one of value) look(one, key, depth + 1);
    const record = findRecord(value);
    if (record) {
      if (/image/i.test(key) || 'tag' in record) found.push(...joinImage(record, undefined));
      for (const [name, one] of Object.entries(record)) look(one, name, depth + 1);
    }
    if (typeof value === 'string' && /image$/i.test(key)) found.push(...splitImage(value));
  };
  look(parse(text), '', 0);
  return found;
}

/** Charts inside a chart, and those that its lock file fixes. https://helm.sh/docs/topics/charts/#the-chartyaml-file */
const readChart = (text: string): NamedLibrary[] => {
  const chart = parse(text);
  return [{ name: chart.name, version: word(chart, 'version') }];
};
const readLock = (text: string): NamedLibrary[] => {
  const { dependencies } = parse(text);
  return (Array.isArray(dependencies) ? dependencies : []).map((one) => ({ name: ownText(one, 'name', 300), version: word(one, 'version') }));
};

export const evidence: readonly LibraryEvidence[] = [
  { path: /^[^/]+\/(?:charts\/[^/]+\/)*values\.ya?ml$/, read: readImages, onlyAtTop: true },
  { path: /^[^/]+\/(?:charts\/[^/]+\/)+Chart\.ya?ml$/, read: readChart, onlyAtTop: true },
  { path: /^[^/]+\/(?:Chart|requirements)\.lock$/, read: readLock, onlyAtTop: true },
];
