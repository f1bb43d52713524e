import type { Dependency, PackageFacts } from '../format.ts';
import { ownText, ownValue, plainText } from '../text/plain-json.ts';

/** Names that begin so are no packages but what a machine has: its C library, its graphics card. */
const isOfMachine = (name: string) => name.startsWith('__');

function listTexts(value: unknown, key: string): string[] {
  const found = ownValue(value, key);
  return Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : [];
}

/** Splits a requirement into the name it is of and what is required. https://docs.conda.io/projects/conda/en/stable/user-guide/concepts/pkg-specs.html#package-match-specifications */
function splitRequirement(text: string): [name: string, requirement: string] {
  const [, name = '', rest = ''] = /^(?:\S{1,200}::)?([A-Za-z0-9_.-]{1,200})([\s\S]*)$/.exec(plainText(text.trim(), 2000)) ?? [];
  return [name.toLowerCase(), rest.trim() || '*'];
}

function readRequirements(texts: readonly string[], scope: Dependency['scope']): Dependency[] {
  return texts.map(splitRequirement).flatMap(([name, requirement]) => (name === '' || isOfMachine(name) ? [] : [{ name, requirement, scope }]));
}

/** What a package wants of the machine it is on. */
function listMachineRequirements(texts: readonly string[]): string | undefined {
  const found = texts.map(splitRequirement).filter(([name]) => isOfMachine(name));
  return found.length > 0 ? found.map(([name, requirement]) => `${name.slice(2)} ${requirement === '*' ? '' : requirement}`.trim()).join(', ') : undefined;
}

/** About a licence a package says one word, in SPDX's language or its own. */
export const listLicences = (record: unknown): string[] => [ownText(record, 'license', 1000) ?? []].flat();

/** Addresses are one text, or several. */
function findAddress(about: unknown, keys: readonly string[]): string | undefined {
  const all = keys.flatMap((key) => [ownText(about, key, 2000) ?? [], listTexts(about, key)].flat());
  return all.find((one) => /^https?:\/\/./i.test(one));
}

/** What a package says: `record` in its `index.json`, `about` in its `about.json`. */
export function readFacts(record: Readonly<Record<string, unknown>>, about: unknown): PackageFacts {
  const depends = listTexts(record, 'depends');
  const summary = ownText(about, 'summary', 10_000);
  const description = ownText(about, 'description', 500_000);
  const homepage = findAddress(about, ['home', 'dev_url', 'doc_url']);
  const licences = listLicences(record);
  const display = {
    'Licence family': ownText(record, 'license_family', 200) ?? ownText(about, 'license_family', 200),
    'System requirements': listMachineRequirements(depends),
    Documentation: findAddress(about, ['doc_url']),
    'Source code': findAddress(about, ['dev_url']),
  };
  return {
    ...((summary ?? description) ? { description: summary ?? description?.slice(0, 1000) } : {}),
    ...(homepage ? { homepage } : {}),
    ...(description ? { readme: description } : {}),
    licenses: licences.length > 0 ? licences : listLicences(about),
    authors: listTexts(ownValue(about, 'extra'), 'recipe-maintainers').slice(0, 200),
    tags: [...listTexts(about, 'keywords'), ...listTexts(about, 'tags')].slice(0, 200),
    dependencies: [...readRequirements(depends, 'runtime'), ...readRequirements(listTexts(record, 'constrains'), 'optional')],
    display: Object.fromEntries(Object.entries(display).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  };
}
