import { AppError } from '@packhouse/contract/errors.ts';
import { readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import { collect } from '../archive/archive-limits.ts';
import { readZip } from '../archive/zip-archive.ts';
import type { Dependency, Inspection, Location, PackageFacts, StagedFile } from '../format.ts';
import { findRecord, ownValue } from '../text/plain-json.ts';
import { children, childText, parseXml } from '../text/xml-document.ts';
import { parsePath } from './maven-paths.ts';
import { refusals } from './maven-refusals.ts';

const pomLimit = readingLimits.pom.most;

/** Characters kept of a text of a pom. */
const longestValue = 1000;

/** Maven's listings need this beyond the common facts. */
export interface NativeFacts {
  packaging: string;
  name?: string;
}

const scopes: Record<string, Dependency['scope']> = { test: 'test', provided: 'build', system: 'build', import: 'build' };

/** Replaces `${…}` by what the pom itself says; what a parent would say stays as it is written. */
function interpolator(project: Record<string, unknown>): (text: string) => string {
  const properties = findRecord(ownValue(project, 'properties')) ?? {};
  const parent = ownValue(project, 'parent');
  const own = (name: string): string | undefined => childText(project, name) ?? childText(parent, name);
  const resolve = (name: string): string | undefined => {
    const plain = /^(?:project|pom)\.(groupId|artifactId|version)$/.exec(name)?.[1];
    if (plain) return own(plain);
    return (
      childText(properties, name) ?? (/^(?:project\.)?parent\.(groupId|version)$/.test(name) ? childText(parent, name.split('.').at(-1) ?? '') : undefined)
    );
  };
  const resolved = new Map<string, string | undefined>();
  const said = (name: string): string | undefined => {
    if (!resolved.has(name)) resolved.set(name, resolve(name)?.slice(0, longestValue));
    return resolved.get(name);
  };
  // Never more than is kept: texts of variables of variables grow a millionfold otherwise.
  const once = (text: string, limit: number): string => {
    let filled = '';
    let from = 0;
    for (const { index, 0: whole, 1: name = '' } of text.matchAll(/\$\{([^${}]{1,200})\}/g)) {
      if (filled.length >= limit) break;
      filled += text.slice(from, index) + (said(name) ?? whole);
      from = index + whole.length;
    }
    return (filled + text.slice(from)).slice(0, limit);
  };
  // Twice, since variables are often said with others.
  return (text) => once(once(text, 4 * longestValue), longestValue);
}

function getDependencies(project: Record<string, unknown>, fill: (text: string) => string): Dependency[] {
  return children(ownValue(project, 'dependencies'), 'dependency')
    .slice(0, 5000)
    .map((one) => {
      const scope = childText(one, 'scope') ?? 'compile';
      return {
        name: fill(`${childText(one, 'groupId') ?? ''}:${childText(one, 'artifactId') ?? ''}`),
        requirement: fill(childText(one, 'version') ?? ''),
        scope: childText(one, 'optional') === 'true' ? 'optional' : (scopes[scope] ?? 'runtime'),
      };
    });
}

function readFacts(project: Record<string, unknown>): PackageFacts {
  const fill = interpolator(project);
  const texts = (list: string, item: string, field: string): string[] =>
    children(ownValue(project, list), item)
      .map((one) => childText(one, field, 300))
      .filter((text) => text !== undefined)
      .map(fill)
      .slice(0, 50);
  const packaging = fill(childText(project, 'packaging', 50) ?? 'jar');
  const name = childText(project, 'name', 300);
  const description = childText(project, 'description');
  const homepage = fill(childText(project, 'url', 2000) ?? childText(ownValue(project, 'scm'), 'url', 2000) ?? '');
  const parent = ownValue(project, 'parent');
  const native: NativeFacts = { packaging, ...(name ? { name: fill(name) } : {}) };
  return {
    ...(description ? { description: fill(description) } : name ? { description: fill(name) } : {}),
    licenses: texts('licenses', 'license', 'name'),
    ...(/^https?:\/\//.test(homepage) ? { homepage } : {}),
    authors: texts('developers', 'developer', 'name'),
    dependencies: getDependencies(project, fill),
    display: {
      Packaging: packaging,
      ...(parent ? { Parent: ['groupId', 'artifactId', 'version'].map((field) => childText(parent, field, 200) ?? '').join(':') } : {}),
    },
    native,
  };
}

/** Says where a pom is about another artifact than the one at whose path it lies; parts it leaves to variables are not compared. */
function findMisplacement(project: Record<string, unknown>, path: string): Said | undefined {
  const expected = parsePath(path);
  const parent = ownValue(project, 'parent');
  const stated = {
    group: childText(project, 'groupId') ?? childText(parent, 'groupId'),
    artifact: childText(project, 'artifactId'),
    version: childText(project, 'version') ?? childText(parent, 'version'),
  };
  for (const part of ['group', 'artifact', 'version'] as const) {
    const text = stated[part];
    const fits =
      text === undefined ? part !== 'artifact' : text.includes('${') || text === expected?.[part] || (part === 'version' && text === expected?.build);
    if (!fits) return say(refusals.pom_does_not_fit, { part, text: text ?? say(refusals.pom_part_missing), path });
  }
  return undefined;
}

/** Versions that a pom says once for all that depend on something. */
function getManaged(project: Record<string, unknown>, fill: (text: string) => string): Map<string, string> {
  const managed = findRecord(ownValue(project, 'dependencyManagement')) ?? {};
  return new Map(getDependencies(managed, fill).map(({ name, requirement }) => [name, requirement]));
}

/** What a program takes along by its pom alone, at the versions that this says; what its parents say is not known. */
export function readDirectDependencies(text: string): { name: string; requirement: string }[] {
  const project = parseXml(Buffer.from(text.slice(0, pomLimit)), 'project', 'invalid_package');
  const fill = interpolator(project);
  const managed = getManaged(project, fill);
  return getDependencies(project, fill)
    .filter(({ scope }) => scope === 'runtime' || scope === 'optional')
    .map(({ name, requirement }) => ({ name, requirement: requirement || (managed.get(name) ?? '') }));
}

/** The artifact that a pom is of, as jars carry their own along, with its licences; undefined where only its parents say what it is. */
export function readOwnLibrary(text: string): { name: string; version: string; licences: readonly string[] } | undefined {
  const project = parseXml(Buffer.from(text.slice(0, pomLimit)), 'project', 'invalid_package');
  const fill = interpolator(project);
  const parent = ownValue(project, 'parent');
  const own = (name: string) => fill(childText(project, name) ?? childText(parent, name) ?? '');
  const [group, artifact, version] = [own('groupId'), fill(childText(project, 'artifactId') ?? ''), own('version')];
  if ([group, artifact, version].some((part) => part === '' || part.includes('${'))) return undefined;
  return { name: `${group}:${artifact}`, version, licences: readFacts(project).licenses ?? [] };
}

async function inspectPom(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  if (file.size > pomLimit) throw new AppError(refusals.pom_too_large);
  const project = parseXml(await collect(file.open(), { limit: pomLimit }, 'The pom'), 'project', 'invalid_package');
  const misplaced = findMisplacement(project, path);
  const facts = readFacts(project);
  const leads = (facts.native as NativeFacts).packaging === 'pom';
  return { ...location, ...(leads ? { lead: true } : {}), facts, ...(misplaced ? { misplaced } : {}) };
}

/** The prefix under which a plugin's goals are called, kept with the jar that declares it. */
async function inspectJar(location: Location, file: StagedFile): Promise<Inspection> {
  const entries = await readZip(file, (name) => (name === 'META-INF/maven/plugin.xml' ? { limit: pomLimit } : undefined));
  const [descriptor] = [...entries.values()];
  const prefix = descriptor && childText(parseXml(descriptor, 'plugin', 'invalid_package'), 'goalPrefix', 100);
  return prefix ? { ...location, properties: { 'maven.plugin.prefix': [prefix] } } : location;
}

/** Facts come from poms; main jars are looked into so that no broken one gets in. */
export async function inspect(location: Location, path: string, file: StagedFile): Promise<Inspection> {
  const found = parsePath(path);
  if (found?.extension === 'pom' && found.classifier === '') return inspectPom(location, path, file);
  return found?.extension === 'jar' && location.lead ? inspectJar(location, file) : location;
}
