import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { AuxContext, FoundPackage, Rendered } from '../format.ts';
import { searchAll } from '../search-all.ts';
import { findRecord, ownText, ownValue, plainJson } from '../text/plain-json.ts';
import { json } from '../text/render-json.ts';
import type { ComposerListing, ComposerRoot } from './composer-listing.ts';
import { isPackageName, rootWant } from './composer-place.ts';
import { compareVersions } from './composer-version-order.ts';

type Context = AuxContext<ComposerListing>;

/** Names that one answer may have. */
const mostNames = 10_000;
const pageSize = 250;
/** Of a question about advisories; ten thousand names have about half of it. */
const largestQuestion = 1024 * 1024;

/** What the upstreams answer at one of the addresses that they name themselves, each asked once. */
async function askUpstreams(
  context: Context,
  find: (root: ComposerRoot) => string | undefined,
  init: Parameters<NonNullable<Context['upstream']>>[1] = {},
): Promise<unknown[]> {
  if (!context.upstream) return [];
  const roots = (await context.listings(rootWant)).flatMap(({ root }) => (root ? [root] : []));
  const addresses = new Set(roots.map(find).filter((address) => address !== undefined));
  const answers: unknown[] = [];
  for (const address of addresses) {
    const answer = await context.upstream(address, { ...init, headers: { accept: 'application/json', ...init.headers } });
    if (answer?.status !== 200) continue;
    try {
      answers.push(plainJson(JSON.parse(answer.body.toString('utf8'))));
    } catch {
      // An upstream without an answer has nothing to add to those of others.
    }
  }
  return answers;
}

/** What upstreams found, without names that are ours. */
async function withoutOurs<One>(context: Context, found: readonly One[], getName: (one: One) => string | undefined): Promise<One[]> {
  const names = [...new Set(found.map(getName).filter((name) => name !== undefined))].filter(isPackageName);
  const ours = await context.claimed(names);
  const theirs = new Set(names.filter((name) => !ours.has(name)));
  return found.filter((one) => theirs.has(getName(one) ?? ''));
}

function readFound({ name, versions }: FoundPackage) {
  const latest = versions.filter(({ complete }) => complete).toSorted((a, b) => compareVersions(b.version, a.version))[0];
  return latest && { name, description: latest.facts.description ?? '', url: latest.facts.homepage ?? '', repository: '', downloads: 0, favers: 0, latest };
}

function bounded(text: string | null, fallback: number, most: number): number {
  const value = Number(text ?? fallback);
  return Number.isInteger(value) && value > 0 ? Math.min(value, most) : fallback;
}

/** https://packagist.org/apidoc#search-packages */
export async function search(context: Context): Promise<Rendered> {
  const { query } = context.request;
  const [text, type] = [query.get('q') ?? '', query.get('type') ?? ''];
  const limit = bounded(query.get('per_page'), 15, 100);
  const offset = (bounded(query.get('page'), 1, 1000) - 1) * limit;
  const pages = await searchAll(context, text, { offset, limit });
  const own = pages
    .flatMap(({ packages }) => packages)
    .flatMap((row) => {
      const { latest, ...found } = readFound(row) ?? {};
      return latest && (type === '' || (latest.facts.display?.Type ?? 'library') === type) ? [found] : [];
    });
  const answers = await askUpstreams(context, ({ search: template }) =>
    template?.replaceAll('%query%', encodeURIComponent(text)).replaceAll('%type%', encodeURIComponent(type)),
  );
  const results = answers.map((answer) => ownValue(answer, 'results')).flatMap((list) => (Array.isArray(list) ? list : []));
  const theirs = await withoutOurs(context, results, (one) => ownText(one, 'name', 300));
  const totals = answers.map((answer) => ownValue(answer, 'total')).map((total) => (typeof total === 'number' ? total : 0));
  const seen = new Set<unknown>();
  const all = [...own, ...theirs].filter((one) => !seen.has(ownValue(one, 'name')) && seen.add(ownValue(one, 'name')));
  return json({ results: all.slice(0, limit), total: [...pages.map(({ total }) => total), ...totals].reduce((sum, one) => sum + one, 0) });
}

/** `acme/*`: any letters in the place of the star. */
function fits(name: string, filter: string): boolean {
  const parts = filter.toLowerCase().split('*');
  let from = 0;
  for (const [at, part] of parts.entries()) {
    const found = at === 0 ? (name.startsWith(part) ? 0 : -1) : name.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return parts.at(-1) === '' || name.endsWith(parts.at(-1)!);
}

/** Names that fit; those of upstreams only where something narrows them down. https://packagist.org/apidoc#list-packages */
export async function list(context: Context): Promise<Rendered> {
  const filter = (context.request.query.get('filter') ?? '').slice(0, 300);
  const word = filter.split('*').toSorted((a, b) => b.length - a.length)[0] ?? '';
  const names = new Set<string>();
  await context.atOneMoment(async (members) => {
    for (const rows of members)
      for (let offset = 0; names.size < mostNames; offset += pageSize) {
        const { packages } = await rows.search(word, { offset, limit: pageSize });
        for (const { name } of packages) if (filter === '' || fits(name, filter)) names.add(name);
        if (packages.length < pageSize) break;
      }
  });
  const narrowed = (address: string) => `${address}${address.includes('?') ? '&' : '?'}filter=${encodeURIComponent(filter)}`;
  const answers = word === '' ? [] : await askUpstreams(context, ({ list: address }) => address && narrowed(address));
  const listed = answers.flatMap((answer) => ownValue(answer, 'packageNames')).filter((name): name is string => typeof name === 'string');
  for (const name of await withoutOurs(context, listed.slice(0, mostNames), (one) => one)) if (fits(name, filter)) names.add(name);
  return json({ packageNames: [...names].slice(0, mostNames).toSorted() });
}

/** Advisories that upstreams know about packages of theirs: names of ours are not told to them. https://packagist.org/apidoc#list-security-advisories */
export async function findAdvisories(context: Context): Promise<Rendered> {
  const form = new URLSearchParams((await readUpTo(context.body, largestQuestion)).toString('utf8'));
  const asked = [...form].filter(([key]) => /^packages(?:\[\d*\])?$/.test(key)).map(([, name]) => name.toLowerCase());
  const names = await withoutOurs(context, [...new Set(asked)], (name) => name);
  const question = new URLSearchParams(names.map((name) => ['packages[]', name]));
  const answers =
    names.length === 0
      ? []
      : await askUpstreams(context, ({ advisories }) => advisories, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: Buffer.from(String(question)),
        });
  const wanted = new Set(names);
  const found = new Map<string, unknown[]>();
  for (const answer of answers)
    for (const [name, advisories] of Object.entries(findRecord(ownValue(answer, 'advisories')) ?? {}))
      if (wanted.has(name))
        found.set(name, [...(found.get(name) ?? []), ...(Array.isArray(advisories) ? advisories : Object.values(findRecord(advisories) ?? {}))]);
  return json({ advisories: Object.fromEntries(found) });
}
