import type { Format, Inspection } from '@packhouse/formats/format.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import type { Context } from '../context.ts';
import { keepable } from '../reading/keepable.ts';
import type { CommitFile } from './commit.ts';
import { inspectFile } from './inspected.ts';

/** Tells what a file at a path is to its format. @throws AppError `invalid_package` */
export async function commitFileOf(
  context: Pick<Context, 'readers'>,
  format: Format,
  path: string,
  staged: StagedBlob,
  properties: Readonly<Record<string, readonly string[]>> = {},
  inspected?: Inspection,
): Promise<CommitFile> {
  const location = inspected ?? format.locate(path);
  const inspection = inspected ? keepable(inspected) : await inspectFile(context, format, location, path, staged);
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
