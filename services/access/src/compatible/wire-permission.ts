import {
  type WireResource,
  type WireResources,
  type WireResourceType,
  wireResourceTypes,
} from '@packhouse/contract/access/access-compatible-permission-routes.ts';
import type { Permission } from '@packhouse/contract/access/access-permission-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import {
  capitals,
  executions,
  readExcluded,
  readIncluded,
  readNames,
  readPrincipals,
  type Section,
  tellIncluded,
  tellNames,
  tellPrincipals,
} from './permission-words.ts';

const ours = {
  artifact: 'repository',
  build: 'build',
  release_bundle: 'releaseBundle',
  destination: 'destination',
  pipeline_source: 'pipeline',
} as const satisfies Record<WireResourceType, Section['resourceType']>;

const getSpelling = (type: WireResourceType) => (type === 'destination' || type === 'pipeline_source' ? executions : capitals);

/** The type in our words; there are no permissions on the others. */
export function readType(type: string, field: string): WireResourceType {
  const known = wireResourceTypes.find((one) => one === type);
  if (!known) throw namedFieldRefusal(field, say(accessWords.type_without_permissions, { type }));
  return known;
}

const samePatterns = (section: Section) => JSON.stringify([section.include, section.exclude]);
const samePrincipals = ({ users, groups }: Section) => JSON.stringify([users, groups]);

/** Targets have patterns of their own: those with the same ones make a section together. */
function readSections(type: WireResourceType, resource: WireResource): Section[] {
  const principals = readPrincipals(resource.actions, getSpelling(type), `resources.${type}.actions`);
  const found = new Map<string, Section>();
  for (const [name, target] of Object.entries(resource.targets ?? {})) {
    const section: Section = {
      resourceType: ours[type],
      names: readNames(ours[type], [name]),
      include: readIncluded(target.include_patterns),
      exclude: readExcluded(target.exclude_patterns),
      ...principals,
    };
    const known = found.get(samePatterns(section));
    if (known) known.names.push(...section.names);
    else found.set(samePatterns(section), section);
  }
  return found.size > 0 ? [...found.values()] : [{ resourceType: ours[type], names: [], include: [], exclude: [], ...principals }];
}

/** The sections after those of the types that are named were replaced; `null` takes a type away. */
export function replaceTypes(before: readonly Section[], resources: WireResources): Section[] {
  const given = Object.entries(resources).filter((entry): entry is [string, WireResource | null] => entry[1] !== undefined);
  const types = given.map(([type]) => readType(type, `resources.${type}`));
  const kept = before.filter(({ resourceType }) => !types.some((type) => ours[type] === resourceType));
  return [...kept, ...given.flatMap(([, resource], at) => (resource ? readSections(types[at]!, resource) : []))];
}

/** What a permission says about one type. Sections in which others may do something else cannot be told in these words: only those like the first are. */
export function tellResource({ sections }: Permission, type: WireResourceType): WireResource | undefined {
  const all = sections.filter(({ resourceType }) => resourceType === ours[type]);
  const [first] = all;
  if (!first) return undefined;
  const targets = all
    .filter((section) => samePrincipals(section) === samePrincipals(first))
    .flatMap(({ names, include, exclude }) =>
      tellNames(ours[type], names).map((name) => [name, { include_patterns: tellIncluded(include), exclude_patterns: exclude }] as const),
    );
  return { actions: tellPrincipals(first, getSpelling(type)), targets: Object.fromEntries(targets) };
}

/** A permission in the latest spelling. */
export function toWirePermission(permission: Permission): { name: string; resources: WireResources } {
  const resources = wireResourceTypes.flatMap((type) => {
    const told = tellResource(permission, type);
    return told ? [[type, told] as const] : [];
  });
  return { name: permission.name, resources: Object.fromEntries(resources) };
}
