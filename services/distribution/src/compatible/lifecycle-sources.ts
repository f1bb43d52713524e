import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import type { LifecycleBody } from '@packhouse/contract/distribution/lifecycle-compatible-routes.ts';
import type { LifecycleSource } from '@packhouse/contract/distribution/lifecycle-source.ts';
import type { ReleaseBundleSource } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { commonBuildRepository, findProjectOfBuilds, isBuildRepository } from '@packhouse/contract/repository-keys.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import type { Context } from '../context.ts';
import type { KeptSource, SourcePart } from '../schema.ts';
import { requireNoProject } from './lifecycle-place.ts';

const nothingAdded = { mappings: [], addedProperties: [] };
const kinds = ['aql', 'artifacts', 'builds', 'packages', 'release_bundles'] as const;

function refuse(field: string): never {
  throw new AppError(distributionWords.not_obeyed, { field });
}

type Build = NonNullable<LifecycleSource['builds']>[number];

function readBuild({ build_name: name, build_number: number, build_repository: repository, include_dependencies: dependencies }: Build): ReleaseBundleSource {
  if (dependencies) refuse('include_dependencies');
  const key = repository || commonBuildRepository;
  if (!isBuildRepository(key)) throw new AppError(distributionWords.no_build_repository, { key });
  return { from: 'build', name, number, projectKey: findProjectOfBuilds(key) ?? '', ...nothingAdded };
}

type Bundle = NonNullable<LifecycleSource['release_bundles']>[number];

/** Names of versions are the same in all repositories that keep them. */
function readBundle({ release_bundle_name: name, release_bundle_version: version, project, project_key: projectKey }: Bundle): SourcePart {
  requireNoProject({ project: (project ?? projectKey) || undefined });
  return { from: 'bundle', name, version };
}

type Package = NonNullable<LifecycleSource['packages']>[number];

function readPackage({ package_name: name, package_version: version, package_type: type, repository_key: repository }: Package): SourcePart {
  return { from: 'package', repository, type, name, version };
}

/** What a client says of one kind of source. @throws AppError `bad_request` for fields of another kind */
function readParts(source: LifecycleSource): SourcePart[] {
  const { source_type: kind, aql, artifacts, builds, packages, release_bundles: bundles } = source;
  const other = kinds.find((name) => name !== kind && source[name] !== undefined && source[name] !== null);
  if (other) throw new AppError(distributionWords.source_says_more, { source: kind, field: other });
  if (kind === 'aql' && aql) return [{ from: 'queries', queries: [{ aql, ...nothingAdded }] }];
  if (kind === 'artifacts' && artifacts?.length) return [{ from: 'artifacts', paths: artifacts.map(({ path }) => path), ...nothingAdded }];
  if (kind === 'builds' && builds?.length) return builds.map(readBuild);
  if (kind === 'packages' && packages?.length) return packages.map(readPackage);
  if (kind === 'release_bundles' && bundles?.length) return bundles.map(readBundle);
  throw new AppError(distributionWords.source_is_empty, { source: kind });
}

/** The sources of a body: one of one kind, or several. @throws AppError `bad_request` */
export function listSources({ source_type: kind, source, sources }: LifecycleBody): readonly LifecycleSource[] {
  const isOne = kind !== undefined && kind !== null && source !== undefined && source !== null;
  if (isOne === Boolean(sources)) throw new AppError(distributionWords.no_source_given);
  return isOne ? [{ source_type: kind, ...source }] : (sources ?? []);
}

/** Makes one source of several, with those that a draft has already. */
export function combineSources(sources: readonly LifecycleSource[], before?: KeptSource | null): KeptSource {
  const kept = before ? (before.from === 'combined' ? before.parts : [before]) : [];
  const parts = [...kept, ...sources.flatMap(readParts)];
  const [only] = parts;
  return only && parts.length === 1 ? only : { from: 'combined', parts };
}

/** Files that are named with a checksum must have it. @throws AppError `conflict` */
export async function requireSums(context: Context, actor: Actor, sources: readonly LifecycleSource[]): Promise<void> {
  const expected = new Map(sources.flatMap(({ artifacts }) => (artifacts ?? []).flatMap(({ path, sha256 }) => (sha256 ? [[path, sha256] as const] : []))));
  if (expected.size === 0) return;
  const found = await context.storage.find(actor, { paths: [...expected.keys()] }, expected.size);
  const sums = new Map(found.map(({ repository, path, sha256 }) => [`${repository}/${path}`, sha256]));
  for (const [path, sum] of expected) {
    const actual = sums.get(path) ?? '';
    if (actual !== sum.toLowerCase()) throw new AppError(distributionWords.artifact_sum_differs, { path, actual, expected: sum });
  }
}
