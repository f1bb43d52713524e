import { packageDetailsQuery, packageListQuery, versionDetailsQuery, versionListQuery } from '@packhouse/contract/repositories/package-graphql.ts';
import { isStream, type Route } from '@packhouse/contract/route.ts';
import type { RegisteredRoute } from '@packhouse/kernel/http/http.ts';
import { z } from 'zod';
import { searched, type Target } from './hidden-test-content.ts';
import { protocolPaths } from './hidden-test-protocols.ts';

export interface WalkRequest {
  method: string;
  path: string;
  body?: string;
  type?: string;
}

interface Described {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Described>;
  required?: string[];
  items?: Described;
  anyOf?: Described[];
  oneOf?: Described[];
}

const named = <Value>(names: readonly string[], value: Value) => Object.fromEntries(names.map((one) => [one, value]));

/** What the contract's names of parameters and fields stand for, in a call about a package. */
function getValues(target: Target): Record<string, unknown> {
  const { repository, name, version, path, folder, packageId, sha256, sha1, md5 } = target;
  const [group, artifact] = name.includes(':') ? name.split(':') : ['', name];
  const whole = `${repository}/${path}`;
  return {
    ...named(['key', 'repoKey', 'repo', 'repository', 'targetRepoKey', 'storingRepository', 'storing_repository'], repository),
    ...named(['repos', 'repoKeys', 'repositories'], [repository]),
    ...named(['search', 'text', 'pattern', 'name_pattern'], searched),
    ...named(['type', 'package_type'], target.format),
    ...named(['version', 'v'], version),
    ...named(['packageId', 'component_id'], packageId),
    ...named(['package', 'component_name'], name),
    ...named(['projectKey', 'project', 'buildRepo', 'after', 'before', 'view'], undefined),
    name,
    path,
    folder,
    sha256,
    sha1,
    md5,
    checksum: sha256,
    checksums: [sha256],
    build: `${name}-build`,
    number: '1',
    subject: whole,
    paths: [whole],
    versions: [version],
    g: group,
    a: artifact,
    targetPath: `${folder}/again`,
    to: `/${whole}-again`,
    from: '0',
    dateFields: 'created',
    notUsedSince: '4102444800000',
    limit: 50,
  };
}

/** What the contract demands there, and what is asked for besides, where there is something to give. */
function fill(described: Described, name: string, values: Record<string, unknown>): unknown {
  const choices = described.anyOf ?? described.oneOf;
  if (described.enum) return described.enum.includes(values[name]) ? values[name] : described.enum[0];
  if (described.const !== undefined) return described.const;
  if (choices) return fill(choices[0]!, name, values);
  if (described.type === 'object') {
    const wanted = Object.entries(described.properties ?? {}).filter(([key]) => described.required?.includes(key) || values[key] !== undefined);
    return Object.fromEntries(wanted.map(([key, one]) => [key, fill(one, key, values)]));
  }
  const known = values[name];
  if (described.type === 'array') return Array.isArray(known) ? known : [fill(described.items ?? {}, name.replace(/s$/, ''), values)];
  if (described.type === 'integer' || described.type === 'number') return typeof known === 'number' ? known : 1;
  if (described.type === 'boolean') return true;
  return Array.isArray(known) ? known[0] : (known ?? 'x');
}

const descriptions = new WeakMap<z.ZodType, Described>();

/** Says in words of JSON what a schema takes; once for each, since each is asked for again with every package and every visitor. */
function describe(schema: z.ZodType): Described {
  const known = descriptions.get(schema) ?? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described);
  descriptions.set(schema, known);
  return known;
}

const graphql: Record<string, readonly { text: string }[]> = {
  queryPackages: [packageListQuery],
  queryPackage: [packageDetailsQuery],
  queryVersions: [versionListQuery, versionDetailsQuery],
};

/** Bodies that a description does not tell. */
function specialBodies({ url, route: { name } }: RegisteredRoute, target: Target): string[] | undefined {
  const { repository, path, packageId, version, sha256 } = target;
  const at = path.lastIndexOf('/');
  if (name === 'searchAql')
    return [
      'items.find()',
      `items.find({"repo":"${repository}"})`,
      `items.find({"name":{"$match":"${searched}*"}})`,
      'archive.entries.find()',
      'properties.find()',
      'builds.find()',
    ];
  if (name === 'queryEvidence') {
    const place = `repositoryKey: "${repository}", path: "${path.slice(0, Math.max(at, 0))}", name: "${path.slice(at + 1)}", sha256: "${sha256}"`;
    return [JSON.stringify({ query: `{ evidence { searchEvidence(where: { hasSubjectWith: { ${place} } }) { edges { node { name sha256 path } } } } }` })];
  }
  if (target.format === 'huggingfaceml' && url.includes('/api/huggingfaceml/')) {
    const files = [path.slice(at + 1), 'README.md', 'data'];
    return [JSON.stringify({ paths: files, expand: true, files: files.map((one) => ({ path: one })), objects: [{ oid: sha256, size: 1 }] })];
  }
  const variables = { packageId, id: packageId, version, name: version, first: 50, filter: { packageId, name: version } };
  return graphql[name]?.map((one) => JSON.stringify({ query: one.text, variables }));
}

function getBodies(registered: RegisteredRoute, target: Target, values: Record<string, unknown>): string[] {
  const special = specialBodies(registered, target);
  if (special) return special;
  const { body } = registered.route;
  if (body === undefined) return [];
  const schema = isStream(body) ? body.holds : body;
  if (!schema) return ['{}'];
  const described = describe(schema);
  return [values, { ...values, name: searched }].map((one) => JSON.stringify(fill(described, '', one)));
}

/** With all that is demanded and known; where each option counts also without any, and with each other one alone. */
function getQueries({ query }: Route, values: Record<string, unknown>, withOptions: boolean): string[] {
  if (!query) return [''];
  const described = describe(query);
  const write = (fields: Record<string, unknown>) => new URLSearchParams(Object.entries(fields).map(([key, one]) => [key, String(one)])).toString();
  const base = fill(described, '', values) as Record<string, unknown>;
  const others = Object.entries(described.properties ?? {}).filter(([key]) => !(key in base));
  const demanded = Object.fromEntries(Object.entries(base).filter(([key]) => described.required?.includes(key)));
  if (!withOptions) return [write(base)];
  const searching = { ...base, ...('name' in base ? { name: `${searched}*` } : {}) };
  return [...new Set(['', write(demanded), write(base), write(searching), ...others.map(([key, one]) => write({ ...base, [key]: fill(one, key, values) }))])];
}

/** Addresses below a route's, with each value that a parameter may have. */
function getPaths({ url, route, protocol }: RegisteredRoute, target: Target, values: Record<string, unknown>): string[] {
  const params = route.params ? (describe(route.params).properties ?? {}) : {};
  let found = [url];
  for (const [whole, name = ''] of url.matchAll(/:(\w+)/g)) {
    const given = params[name]?.enum ?? [Array.isArray(values[name]) ? values[name][0] : (values[name] ?? 'x')];
    found = found.flatMap((one) => given.map((value) => one.replace(whole, encodeURIComponent(String(value)))));
  }
  if (!url.includes('*')) return found;
  const rests = protocol ? protocolPaths(url, target) : [`${target.repository}/${target.path}`, target.path, target.repository, target.name];
  return found.flatMap((one) => rests.map((rest) => one.replace('*', rest)));
}

/** Whether calls of a route are about one repository, so that each format and class of one is asked. */
export const namesRepository = ({ url, route }: RegisteredRoute): boolean =>
  /:(key|repoKey)\b|\*/.test(url) ||
  [route.query, route.body].some((part) => part && !isStream(part) && /repo/i.test(JSON.stringify(describe(part).properties ?? {})));

/** Calls of a route about a package, as far as the contract tells what goes into them; with its options one by one where that is wanted. */
export function listRequests(registered: RegisteredRoute, target: Target, withOptions: boolean): WalkRequest[] {
  const { method, route } = registered;
  // It is a place where things go, but for searches a moment.
  const values = { ...getValues(target), ...(registered.url.includes('/search/') ? { to: '4102444800000' } : {}) };
  const queries = getQueries(route, values, withOptions);
  const bodies = ['GET', 'HEAD', 'DELETE'].includes(method) ? [] : getBodies(registered, target, values);
  const type = route.name === 'searchAql' || (registered.protocol && !route.body) ? 'text/plain' : 'application/json';
  return getPaths(registered, target, values).flatMap((path) =>
    queries.flatMap((query): WalkRequest[] => {
      const address = query ? `${path}?${query}` : path;
      return bodies.length > 0 ? bodies.map((body) => ({ method, path: address, body, type })) : [{ method, path: address }];
    }),
  );
}
