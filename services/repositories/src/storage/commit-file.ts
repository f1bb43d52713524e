import { AppError } from '@packhouse/contract/errors.ts';
import type { Inspection } from '@packhouse/formats/format.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import type { Context } from '../context.ts';
import type { LocalRepository } from '../directory/directory.ts';
import { keepable } from '../reading/keepable.ts';
import type { CommitFile } from './commit.ts';
import { inspectFile } from './inspected.ts';

/** Tells what a file at a path is to the repository's format. @throws AppError `invalid_package`, `path_refused` for what belongs elsewhere */
export async function commitFileOf(
  context: Pick<Context, 'readers'>,
  { format: id, settings }: Pick<LocalRepository, 'format' | 'settings'>,
  path: string,
  staged: StagedBlob,
  properties: Readonly<Record<string, readonly string[]>> = {},
  inspected?: Inspection,
): Promise<CommitFile> {
  const format = getFormat(id);
  const location = inspected ?? format.locate(path);
  const inspection = inspected ? keepable(inspected) : await inspectFile(context, format, location, path, staged);
  if (inspection?.misplaced && !settings.takesMisplaced) throw new AppError('path_refused', { said: inspection.misplaced });
  return {
    path,
    content: staged,
    location: inspection ?? location,
    facts: inspection?.facts,
    listed: inspection?.listed,
    properties: { ...inspection?.properties, ...properties },
    mayReplace: format.mayReplace(path),
    instead: format.sibling?.(path),
  };
}
