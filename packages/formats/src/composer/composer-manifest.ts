import { AppError } from '@packhouse/contract/errors.ts';
import { z } from 'zod';
import type { Dependency, PackageFacts } from '../format.ts';
import { parseBounded } from '../text/bounded-json.ts';
import { ownText, plainJson, plainText } from '../text/plain-json.ts';
import { refusals } from './composer-refusals.ts';

const Texts = z.record(z.string(), z.string());
const People = z.array(z.looseObject({ name: z.string().optional() }));
/** PHP writes an empty object as an empty list. */
const orNothing = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.array(z.never()).transform(() => ({}))]).optional();

/**
 * What clients read of a package's own description; what only its authors use (scripts, repositories, settings) is left out.
 * Each is checked, for clients give up a whole package when one version of it is not what they expect. https://getcomposer.org/doc/04-schema.md
 */
const Manifest = z.object({
  name: z.string().max(300).optional(),
  version: z.string().max(200).optional(),
  description: z.string().optional(),
  type: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  homepage: z.string().optional(),
  license: z.union([z.string(), z.array(z.string())]).optional(),
  authors: orNothing(People),
  support: orNothing(Texts),
  funding: z.array(z.record(z.string(), z.unknown())).optional(),
  require: orNothing(Texts),
  'require-dev': orNothing(Texts),
  conflict: orNothing(Texts),
  replace: orNothing(Texts),
  provide: orNothing(Texts),
  suggest: orNothing(Texts),
  autoload: orNothing(z.record(z.string(), z.unknown())),
  'include-path': z.array(z.string()).optional(),
  'target-dir': z.string().optional(),
  bin: z.union([z.string(), z.array(z.string())]).optional(),
  extra: orNothing(z.record(z.string(), z.unknown())),
  'php-ext': orNothing(z.record(z.string(), z.unknown())),
  abandoned: z.union([z.boolean(), z.string()]).optional(),
});
export type Manifest = z.output<typeof Manifest>;

/** @throws AppError `invalid_package`, or `too_large` */
export function readManifest(bytes: Buffer): Manifest {
  let document: unknown;
  try {
    document = parseBounded(bytes, () => new AppError(refusals.composer_json_too_large));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(refusals.composer_json_is_no_json, {}, { cause });
  }
  const read = Manifest.safeParse(plainJson(document));
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw new AppError(refusals.composer_json_wrong, { field: first?.path.join('.').slice(0, 200) || 'composer.json', reason: first?.message ?? '' });
}

/** Several licences are a choice. https://getcomposer.org/doc/04-schema.md#license */
export function readLicences(license: unknown): string[] {
  const names = (Array.isArray(license) ? license : [license]).filter((one): one is string => typeof one === 'string' && one.trim() !== '');
  const spelled = names.map((one) =>
    one
      .trim()
      .slice(0, 1000)
      .replaceAll(/\s(or|and)\s/g, (word) => word.toUpperCase()),
  );
  if (spelled.length < 2) return spelled;
  return [spelled.map((one) => (/\s/.test(one) && !one.startsWith('(') ? `(${one})` : one)).join(' OR ')];
}

/** What a version is advised against for: another package stands in its place, or nothing. */
export function findAbandoned(abandoned: unknown): string | undefined {
  if (typeof abandoned === 'string' && abandoned !== '') return `The package is abandoned; use ${plainText(abandoned, 300)} instead`;
  return abandoned === true ? 'The package is abandoned' : undefined;
}

/** PHP itself and its extensions are no packages. https://getcomposer.org/doc/01-basic-usage.md#platform-packages */
function listDependencies({ require = {}, 'require-dev': development = {} }: Manifest): Dependency[] {
  const list = (from: Record<string, string>, scope: Dependency['scope']) =>
    Object.entries(from)
      .filter(([name]) => name.includes('/'))
      .map(([name, requirement]) => ({ name, requirement, scope }));
  return [...list(require, 'runtime'), ...list(development, 'development')];
}

export function readFacts(manifest: Manifest, readme: string | undefined): PackageFacts {
  const { description, homepage, type, authors = [], keywords = [], abandoned } = manifest;
  const php = ownText(manifest.require, 'php', 200);
  const deprecated = findAbandoned(abandoned);
  const { name: _, version: __, ...kept } = manifest;
  return {
    ...(description ? { description } : {}),
    ...(homepage ? { homepage } : {}),
    ...(readme ? { readme } : {}),
    ...(deprecated ? { deprecated } : {}),
    licenses: readLicences(manifest.license),
    tags: keywords,
    authors: (Array.isArray(authors) ? authors : []).flatMap(({ name }) => (name ? [name] : [])),
    dependencies: listDependencies(manifest),
    display: { ...(type ? { Type: type } : {}), ...(php ? { 'PHP version': php } : {}) },
    native: { manifest: kept },
  };
}
