import type { AuxContext, FoundPackage, Rendered } from '../format.ts';
import { searchAll } from '../search-all.ts';
import { ownText, ownValue } from '../text/plain-json.ts';
import { json } from '../text/render-json.ts';
import type { NativeFacts } from './npm-package.ts';
import { highest } from './npm-version-order.ts';

function found(row: FoundPackage): unknown {
  const latest = row.pointers.latest ?? highest(row.versions.map(({ version }) => version));
  const version = row.versions.find((one) => one.version === latest) ?? row.versions[0];
  if (!version) return undefined;
  const maintainers = (version.facts.native as NativeFacts | undefined)?.manifest.maintainers;
  return {
    package: {
      name: row.name,
      scope: row.name.startsWith('@') ? row.name.slice(1, row.name.indexOf('/')) : 'unscoped',
      version: version.version,
      ...(version.facts.description ? { description: version.facts.description } : {}),
      keywords: version.facts.tags ?? [],
      date: version.createdAt.toISOString(),
      links: version.facts.homepage ? { homepage: version.facts.homepage } : {},
      ...(version.facts.authors?.[0] ? { author: { name: version.facts.authors[0] } } : {}),
      maintainers: Array.isArray(maintainers) ? maintainers : [],
    },
  };
}

async function searchUpstream(context: AuxContext): Promise<{ objects: unknown[]; total: number }> {
  const answer = await context.upstream?.(context.request.path, { query: String(context.request.query), headers: { accept: 'application/json' } });
  if (answer?.status !== 200) return { objects: [], total: 0 };
  try {
    const parsed: unknown = JSON.parse(answer.body.toString('utf8'));
    const objects = ownValue(parsed, 'objects');
    const total = ownValue(parsed, 'total');
    return { objects: Array.isArray(objects) ? objects : [], total: typeof total === 'number' ? total : 0 };
  } catch {
    return { objects: [], total: 0 };
  }
}

function bounded(text: string | null, fallback: number, maximum: number): number {
  const value = Number(text ?? fallback);
  return Number.isInteger(value) && value >= 0 ? Math.min(value, maximum) : fallback;
}

/** `npm search`: what local members hold first, then what upstreams find under other names. */
export async function search(context: AuxContext): Promise<Rendered> {
  const { query } = context.request;
  const limit = bounded(query.get('size'), 20, 250);
  const offset = bounded(query.get('from'), 0, 100_000);
  const rows: FoundPackage[] = [];
  let total = 0;
  for (const answer of await searchAll(context, query.get('text') ?? '', { offset, limit })) {
    total += answer.total;
    rows.push(...answer.packages.filter(({ name }) => !rows.some((row) => row.name === name)));
  }
  const ours = new Set(rows.map(({ name }) => name));
  const upstream = await searchUpstream(context);
  const theirs = upstream.objects.filter((object) => !ours.has(ownText(ownValue(object, 'package'), 'name') ?? ''));
  const objects = [...rows.map(found).filter((one) => one !== undefined), ...theirs].slice(0, limit);
  return json({ objects, total: total + upstream.total, time: new Date().toISOString() });
}
