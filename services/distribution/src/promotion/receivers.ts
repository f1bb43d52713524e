import { promotionWords } from '@packhouse/contract/distribution/promotion-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { PlacedFile, PromotedFiles } from '@packhouse/peers/release-bundle-storage.ts';
import type { Context } from '../context.ts';
import type { ReleaseBundleFileRow } from '../release-bundle/release-bundle-queries.ts';
import type { Receiver } from '../schema.ts';

/** Files that one promotion writes, in all repositories together. */
const mostFiles = 40_000;

interface Choice {
  environment: string;
  /** Only these; all where it names none. */
  included: readonly string[];
  excluded: readonly string[];
}

/** The repositories that receive what is promoted: local ones of the environment that belong to no project, as no bundle does. @throws AppError `bad_request` */
export async function findReceivers({ peers }: Context, { environment, included, excluded }: Choice): Promise<Receiver[]> {
  const known = (await peers.projects?.globalEnvironments()) ?? [];
  if (!known.includes(environment)) throw new AppError(promotionWords.no_such_environment, { name: environment });
  const taking = (await peers.projects?.promotionStages?.()) ?? known;
  if (!taking.includes(environment)) throw new AppError(promotionWords.environment_takes_no_promotions, { name: environment });
  const there = ((await peers.repositories?.list()) ?? []).filter(
    (one) => one.class === 'local' && one.projectKey === undefined && (one.environments ?? []).includes(environment),
  );
  for (const key of [...included, ...excluded])
    if (!there.some((one) => one.key === key)) throw new AppError(promotionWords.no_repository_of_environment, { key, environment });
  return there
    .filter(({ key }) => (included.length === 0 || included.includes(key)) && !excluded.includes(key))
    .map(({ key, format }) => ({ key, format }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Those among them that some file of the version goes to; every file needs one. @throws AppError `bad_request`, `too_large` */
export function requireReceived(receivers: readonly Receiver[], files: readonly ReleaseBundleFileRow[], environment: string): Receiver[] {
  const formats = new Set(files.map(({ format }) => format));
  for (const format of formats)
    if (!receivers.some((one) => one.format === format)) throw new AppError(promotionWords.nothing_takes_format, { environment, format });
  const receiving = receivers.filter(({ format }) => formats.has(format));
  const written = files.reduce((sum, { format }) => sum + receiving.filter((one) => one.format === format).length, 0);
  if (written > mostFiles) throw new AppError(promotionWords.too_many_promoted_files, { environment, count: mostFiles });
  return receiving;
}

/** Every file in every repository among these that has its format. */
function place(files: readonly ReleaseBundleFileRow[], receivers: readonly Receiver[]): (PlacedFile & { from: string })[] {
  return receivers.flatMap(({ key, format }) =>
    files
      .filter((file) => file.format === format)
      .map(({ repository, path, sha256, size, properties }) => ({ repository: key, path, sha256, size, properties, from: `${repository}/${path}` })),
  );
}

interface Ordered {
  name: string;
  version: string;
  storing_repository: string;
  operation: 'copy' | 'move';
  receivers: readonly Receiver[];
  leaves: readonly Receiver[] | null;
}

/** Where the files go, and what places they leave. */
export function placeFiles({ name, version, storing_repository: repository, ...ordered }: Ordered, files: readonly ReleaseBundleFileRow[]): PromotedFiles {
  const bundled = files.map(({ source_repository, source_path, sha256, size, properties }) => ({
    repository: source_repository,
    path: source_path,
    sha256,
    size,
    properties,
  }));
  const left = ordered.leaves === null ? bundled : place(files, ordered.leaves);
  return { kept: { repository, name, version }, arriving: place(files, ordered.receivers), leaving: ordered.operation === 'move' ? left : [] };
}
