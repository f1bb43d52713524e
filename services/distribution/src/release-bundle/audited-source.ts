import type { KeptSource } from '../schema.ts';

const mostPaths = 20;
const mostQueries = 5;
const mostParts = 5;
const longestQuery = 1000;

/** Enough of a source to know it again; all of it can be megabytes, and stands with the bundle. */
export function auditedSource(source: KeptSource): object {
  if (source.from === 'combined') return { from: source.from, count: source.parts.length, parts: source.parts.slice(0, mostParts).map(auditedSource) };
  if (source.from === 'package' || source.from === 'bundle') return source;
  if (source.from === 'build') return { from: source.from, name: source.name, number: source.number, projectKey: source.projectKey };
  if (source.from === 'artifacts') return { from: source.from, count: source.paths.length, paths: source.paths.slice(0, mostPaths) };
  const queries = source.queries.slice(0, mostQueries).map(({ aql }) => aql.slice(0, longestQuery));
  return { from: source.from, count: source.queries.length, queries };
}
