import type { AppError } from '@packhouse/contract/errors.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Asking } from '@packhouse/peers/gate.ts';
import type { Transaction } from 'kysely';
import type { RemoteRepository, Repository } from '../directory/directory.ts';
import type { RepositoriesSchema } from '../schema.ts';

type Tx = Transaction<RepositoriesSchema>;

/** The floors above do this when something is stored, let out or taken away. They are registered in `service.ts`: storage knows none of them. */
export interface StorageHooks {
  /** Holds new content against quotas before anything of it becomes visible. @throws AppError `quota_exceeded` */
  requireRoom(repository: Repository, contents: readonly ({ size: number } | { sha256: string })[]): Promise<void>;
  /** Keeps what a format read from bytes for its listings. */
  keepContents(tx: Tx, format: FormatId, contents: readonly { sha256: string; listed: unknown }[]): Promise<void>;
  /**
   * Renders what listings say of these files again, within the change.
   * @param refused takes what the format refuses; such a file is listed nowhere
   * @throws AppError `bad_request` what the format refuses, where nobody takes it
   */
  refreshEntries(tx: Tx, repository: Repository, artifactIds: readonly number[], refused?: (path: string, error: AppError) => void): Promise<void>;
  /** Forgets what listings say of files that are about to be deleted. */
  forgetEntries(tx: Tx, repository: Repository, artifactIds: readonly number[]): Promise<void>;
  /** Tells what goes with files that are about to be deleted. */
  announceRemoval(tx: Tx, repository: Repository, artifactIds: readonly number[], by: string): Promise<void>;
  /** Tells how a file of a remote repository that arrives in parts is scanned before it is let out. */
  findWayToScan(repository: RemoteRepository, file: { path: string; sha256: string }): Promise<Pick<Asking, 'fetch' | 'onlyNames'>>;
  /** Has the inside of new archives read, for searches. */
  queueArchives(tx: Tx, files: readonly { path: string; content: { sha256: string } }[]): Promise<void>;
}
