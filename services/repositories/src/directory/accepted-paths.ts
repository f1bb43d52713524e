import { AppError } from '@packhouse/contract/errors.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { pathMatches } from '@packhouse/kernel/access/path-pattern.ts';
import type { Repository, StoringRepository } from './directory.ts';

function takesStage({ format, settings: { handleReleases, handleSnapshots } }: StoringRepository, path: string): boolean {
  if (handleReleases && handleSnapshots) return true;
  const stage = getFormat(format).snapshots?.stageOf(path);
  return stage === undefined || (stage === 'snapshot' ? handleSnapshots : handleReleases);
}

/** A repository for one kind of its format's packages knows nothing of the others. */
function holdsKind({ format, settings: { contentKind } }: Repository, path: string): boolean {
  const kind = contentKind ? getFormat(format).findContentKind?.(path) : undefined;
  return kind === undefined || kind === contentKind;
}

/** May these names be served and taken here: is the repository in use, and do its patterns let them pass? A path and its package name stand for each other. */
export function patternsAccept(repository: Repository, path: string, packageName?: string): boolean {
  const { includePatterns, excludePatterns } = repository.settings;
  if (repository.class !== 'virtual' && repository.settings.blackedOut) return false;
  if (repository.class === 'remote' && !takesStage(repository, path)) return false;
  if (!holdsKind(repository, path)) return false;
  const names = packageName === undefined ? [path] : [path, packageName];
  const hits = (patterns: readonly string[]) =>
    patterns.some((pattern) => pattern === '**' || pattern === '**/*' || names.some((name) => pathMatches(pattern, name)));
  if (excludePatterns.length > 0 && hits(excludePatterns)) return false;
  return includePatterns.length === 0 || hits(includePatterns);
}

/** @throws AppError `path_refused` where nothing is served and nothing is taken */
export function requireInUse(repository: Repository): void {
  if (repository.class !== 'virtual' && repository.settings.blackedOut) throw new AppError(storageWords.repository_blacked_out, { key: repository.key });
}

/** @throws AppError `path_refused`, saying which setting refuses. */
export function requireDeployable(repository: StoringRepository, path: string): void {
  requireInUse(repository);
  if (!holdsKind(repository, path)) throw new AppError(storageWords.content_kind_refused, { key: repository.key, kind: repository.settings.contentKind });
  if (!patternsAccept(repository, path)) throw new AppError(storageWords.path_refused_by_patterns, { key: repository.key, path });
  const { snapshots } = getFormat(repository.format);
  if (repository.class !== 'local' || !snapshots) return;
  const stage = snapshots.stageOf(path);
  if (stage === 'snapshot' && !repository.settings.handleSnapshots) throw new AppError(storageWords.snapshots_refused, { key: repository.key });
  if (stage === 'release' && !repository.settings.handleReleases) throw new AppError(storageWords.releases_refused, { key: repository.key });
}
