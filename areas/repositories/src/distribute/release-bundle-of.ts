import type { ReleaseBundleSource } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import type { Build } from '@packhouse/contract/repositories/build-routes.ts';
import { findProjectOfBuilds, isBuildRepository } from '@packhouse/contract/repository-keys.ts';
import type { z } from 'zod';
import type { Details } from '../item-details.ts';

/** Says what a release bundle is made of, and how it might be called. */
export interface Origin {
  /** As people know it: a file's name, a build with its number. */
  title: string;
  source: z.input<typeof ReleaseBundleSource>;
  name: string;
  version: string;
}

/** Text as a name or version of a release bundle has it. */
export function asPart(text: string): string {
  return text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .replace(/-+$/, '')
    .slice(0, 128);
}

const today = () => new Date().toISOString().slice(0, 10).replaceAll('-', '.');

function readFiles({ repoKey, path, type }: Details): Origin['source'] {
  if (type === 'file') return { from: 'artifacts', paths: [`${repoKey}/${path}`] };
  const aql = `items.find(${JSON.stringify({ repo: repoKey, $or: [{ path }, { path: { $match: `${path}/*` } }] })})`;
  return { from: 'queries', queries: [{ aql }] };
}

/** A release bundle of a file, or of everything below a folder. */
export function makeOriginOfItem(details: Details): Origin {
  const { name, repoKey, belongsTo } = details;
  const title = name || repoKey;
  return { title, source: readFiles(details), name: asPart(belongsTo?.package ?? title), version: asPart(belongsTo?.version ?? today()) };
}

/** The project whose repository keeps a build's documents; '' where all share one. */
function getProject(repository: string): string {
  return (isBuildRepository(repository) && findProjectOfBuilds(repository)) || '';
}

/** A release bundle of what a run of a build made. */
export function makeOriginOfBuild({ name, number, repository }: Pick<Build, 'name' | 'number' | 'repository'>): Origin {
  return {
    title: `${name} ${number}`,
    source: { from: 'build', name, number, projectKey: getProject(repository) },
    name: asPart(name),
    version: asPart(number),
  };
}
