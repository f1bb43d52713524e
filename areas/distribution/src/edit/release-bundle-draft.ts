import type { NewReleaseBundle, ReleaseBundle, ReleaseBundleSource } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import type { z } from 'zod';

type SourceInput = z.input<typeof ReleaseBundleSource>;

/** This is done to the files of a source on their way, a line each. */
interface AdditionDraft {
  /** `pattern => place` */
  mappings: string;
  /** `key=value`; the same key again adds a value. */
  properties: string;
}

export interface QueryDraft extends AdditionDraft {
  aql: string;
}

/** A version of a release bundle as the form holds it. */
export interface ReleaseBundleDraft {
  name: string;
  version: string;
  description: string;
  syntax: ReleaseBundle['releaseNotes']['syntax'];
  notes: string;
  from: SourceInput['from'];
  queries: QueryDraft[];
  buildName: string;
  buildNumber: string;
  projectKey: string;
  /** One `repository/path` a line. */
  paths: string;
  /** For a build or paths; queries have their own. */
  addition: AdditionDraft;
  sign: boolean;
}

const noAddition: AdditionDraft = { mappings: '', properties: '' };
export const newQuery: QueryDraft = { aql: '', ...noAddition };

export const newDraft: ReleaseBundleDraft = {
  name: '',
  version: '',
  description: '',
  syntax: 'markdown',
  notes: '',
  from: 'artifacts',
  queries: [newQuery],
  buildName: '',
  buildNumber: '',
  projectKey: '',
  paths: '',
  addition: noAddition,
  sign: false,
};

/** A draft with what an address says of it. */
export function draftAt(params: URLSearchParams): ReleaseBundleDraft {
  const build = params.get('build') ?? '';
  const paths = params.getAll('path').join('\n');
  return {
    ...newDraft,
    name: params.get('name') ?? '',
    version: params.get('version') ?? '',
    buildName: build,
    buildNumber: params.get('number') ?? '',
    paths,
    from: build !== '' ? 'build' : 'artifacts',
  };
}

const readLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The two sides of a line; undefined where it has no separator. */
function sides(line: string, separator: string): [string, string] | undefined {
  const at = line.indexOf(separator);
  return at < 1 ? undefined : [line.slice(0, at).trim(), line.slice(at + separator.length).trim()];
}

/** The first line that is no `left separator right`. */
export function wrongLine(text: string, separator: '=>' | '='): string | undefined {
  return readLines(text).find((line) => {
    const found = sides(line, separator);
    return !found || found.includes('');
  });
}

function makeAddition({ mappings, properties }: AdditionDraft) {
  const values = new Map<string, string[]>();
  for (const [key, value] of readLines(properties).flatMap((line) => [sides(line, '=') ?? []])) {
    if (key === undefined || value === undefined) continue;
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return {
    mappings: readLines(mappings).flatMap((line) => {
      const found = sides(line, '=>');
      return found ? [{ input: found[0], output: found[1] }] : [];
    }),
    addedProperties: [...values].map(([key, all]) => ({ key, values: all })),
  };
}

/** Where the files come from, as it is sent. */
export function readSource({ from, queries, buildName, buildNumber, projectKey, paths, addition }: ReleaseBundleDraft): SourceInput {
  if (from === 'queries') return { from, queries: queries.map(({ aql, ...own }) => ({ aql, ...makeAddition({ ...noAddition, ...own }) })) };
  const rest = makeAddition(addition);
  if (from === 'build') return { from, name: buildName, number: buildNumber, projectKey, ...rest };
  return { from, paths: readLines(paths), ...rest };
}

/** Everything but the name and version, which a version keeps. */
export function makeChange(draft: ReleaseBundleDraft): Omit<z.input<typeof NewReleaseBundle>, 'name' | 'version'> {
  const { description, syntax, notes, sign } = draft;
  return { description, releaseNotes: { syntax, content: notes }, source: readSource(draft), sign };
}

export function getBody(draft: ReleaseBundleDraft): z.input<typeof NewReleaseBundle> {
  return { name: draft.name, version: draft.version, ...makeChange(draft) };
}

function additionDraft({ mappings, addedProperties }: Pick<Extract<ReleaseBundleSource, { from: 'build' }>, 'mappings' | 'addedProperties'>): AdditionDraft {
  return {
    mappings: mappings.map(({ input, output }) => `${input} => ${output}`).join('\n'),
    properties: addedProperties.flatMap(({ key, values }) => values.map((value) => `${key}=${value}`)).join('\n'),
  };
}

export function makeDraft({ name, version, description, releaseNotes, source }: ReleaseBundle): ReleaseBundleDraft {
  const draft = { ...newDraft, name, version, description, syntax: releaseNotes.syntax, notes: releaseNotes.content };
  if (!source) return draft;
  if (source.from === 'queries')
    return { ...draft, from: source.from, queries: source.queries.map(({ aql, ...addition }) => ({ aql, ...additionDraft(addition) })) };
  const addition = additionDraft(source);
  if (source.from === 'build')
    return { ...draft, from: source.from, buildName: source.name, buildNumber: source.number, projectKey: source.projectKey, addition };
  return { ...draft, from: source.from, paths: source.paths.join('\n'), addition };
}

/** Fields of the form behind those of a call. */
const fieldNames: Readonly<Record<string, string>> = {
  'releaseNotes.content': 'notes',
  'source.name': 'buildName',
  'source.number': 'buildNumber',
  'source.projectKey': 'projectKey',
};

interface Refusal {
  code?: string;
  fields?: readonly { path: string; message: string }[];
}

/** A refusal with the form's fields in place of the call's; what has no field of its own is said in its message. */
export function inForm(error: unknown): Error {
  const { message, code, fields: refused = [] } = error as Error & Refusal;
  const fields = refused.map((field) => ({ ...field, path: fieldNames[field.path] ?? (field.path.startsWith('source.paths') ? 'paths' : field.path) }));
  const homeless = fields.filter(({ path }) => path.startsWith('source'));
  const words = homeless.length > 0 ? homeless.map((field) => field.message).join(' ') : message;
  return Object.assign(new Error(words), { code, fields: fields.filter((field) => !homeless.includes(field)) });
}
