import { AppError } from '@packhouse/contract/errors.ts';
import type { Dependency, PackageFacts } from '../format.ts';
import { findRecord, ownText, ownValue, plainText } from '../text/plain-json.ts';
import { packageYaml, readYaml } from '../text/yaml-document.ts';

/** What stands before the text of a `README.md`, and that text. https://huggingface.co/docs/hub/model-cards */
export interface ModelCard {
  data: Record<string, unknown>;
  text: string;
}

/** The hub's words for licences, where they are not those of SPDX in lower case. https://huggingface.co/docs/hub/repositories-licenses */
const licences: Readonly<Record<string, string>> = {
  mit: 'MIT',
  'apache-2.0': 'Apache-2.0',
  'afl-3.0': 'AFL-3.0',
  'artistic-2.0': 'Artistic-2.0',
  'bsd-2-clause': 'BSD-2-Clause',
  'bsd-3-clause': 'BSD-3-Clause',
  'bsd-3-clause-clear': 'BSD-3-Clause-Clear',
  'gpl-2.0': 'GPL-2.0-only',
  'gpl-3.0': 'GPL-3.0-only',
  'agpl-3.0': 'AGPL-3.0-only',
  'lgpl-2.1': 'LGPL-2.1-only',
  'lgpl-3.0': 'LGPL-3.0-only',
  unlicense: 'Unlicense',
  isc: 'ISC',
  zlib: 'Zlib',
  ncsa: 'NCSA',
  postgresql: 'PostgreSQL',
  'ms-pl': 'MS-PL',
  wtfpl: 'WTFPL',
};

function toLicence(name: string): string {
  const known = Object.hasOwn(licences, name) ? licences[name] : undefined;
  return known ?? (/^(?:cc|mpl|epl|ecl|eupl|ofl|osl|odbl|bsl|cdla)\d?-/.test(name) ? name.toUpperCase() : name);
}

const listWords = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '').map((one) => plainText(one, 500));

/** @throws AppError `invalid_package` when what stands before the text is no YAML */
export function readCard(source: string): ModelCard {
  const plain = source.replace(/^\uFEFF/, '');
  const begin = /^---[ \t]*\r?\n/.exec(plain)?.[0];
  if (begin === undefined) return { data: {}, text: plain };
  const end = `\n${plain.slice(begin.length)}`.search(/\n---[ \t]*(?:\r?\n|$)/);
  if (end < 0) return { data: {}, text: plain };
  const data = end === 0 ? {} : (findRecord(readYaml(plain.slice(begin.length, begin.length + end), 'invalid_package', packageYaml)) ?? {});
  return { data, text: plain.slice(begin.length + end).replace(/^---[ \t]*(?:\r?\n)*/, '') };
}

/** The first lines of plain words, which say best what it is. */
function findDescription(text: string): string | undefined {
  const lines = text.slice(0, 20_000).split(/\r?\n\s*\r?\n/);
  const words = lines.find((one) => /^\s*[\p{L}\p{N}*_"“(]/u.test(one));
  return words && plainText(words.replaceAll(/\s+/g, ' ').trim(), 500);
}

function listDependencies(data: Record<string, unknown>): Dependency[] {
  const bases = listWords(data.base_model).map((name): Dependency => ({ name, requirement: '*', scope: 'runtime' }));
  return [...bases, ...listWords(data.datasets).map((name): Dependency => ({ name: `datasets/${name}`, requirement: '*', scope: 'build' }))];
}

/** What a revision says of itself; its own words for the change stand with it. */
export function readFacts(card: ModelCard | undefined, change?: { title: string; native: unknown }): PackageFacts {
  const { data, text } = card ?? { data: {}, text: '' };
  const description = ownText(data, 'description', 5000) ?? findDescription(text);
  const [task, library] = [ownText(data, 'pipeline_tag', 200), ownText(data, 'library_name', 200)];
  const languages = listWords(data.language);
  const named = ownText(data, 'license_name', 200);
  const homepage = ownText(data, 'homepage', 2000);
  return {
    ...(description ? { description } : {}),
    licenses: listWords(data.license).map((name) => (name === 'other' && named ? named : toLicence(name))),
    tags: [...new Set([...listWords(data.tags), ...(task ? [task] : []), ...(library ? [library] : [])])],
    ...(homepage ? { homepage } : {}),
    ...(text.trim() === '' ? {} : { readme: plainText(text) }),
    dependencies: listDependencies(data),
    display: {
      ...(task ? { Task: task } : {}),
      ...(library ? { Library: library } : {}),
      ...(languages.length > 0 ? { Languages: languages.join(', ') } : {}),
      ...(change?.title ? { Change: change.title } : {}),
    },
    ...(change || card ? { native: { ...findRecord(change?.native), card: data } } : {}),
  };
}

/** Whether the beginning of a card can be read; what is wrong with it otherwise. */
export async function findFlaw(source: string): Promise<string | undefined> {
  try {
    readCard(source);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** The members of a card that the hub repeats where it describes a revision. */
export function describeCard(data: unknown): Record<string, unknown> {
  const task = ownText(data, 'pipeline_tag', 200);
  const library = ownText(data, 'library_name', 200);
  const tags = [...listWords(ownValue(data, 'tags')), ...(task ? [task] : []), ...(library ? [library] : [])];
  const licence = listWords(ownValue(data, 'license')).map((name) => `license:${name}`);
  return {
    tags: [...new Set([...tags, ...licence])],
    ...(task ? { pipeline_tag: task } : {}),
    ...(library ? { library_name: library } : {}),
    ...(findRecord(data) ? { cardData: data } : {}),
  };
}
