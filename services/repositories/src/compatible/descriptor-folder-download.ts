import { FolderDownload } from '@packhouse/contract/repositories/folder-download-routes.ts';
import { element, value } from './descriptor-elements.ts';
import { type FieldNames, findBoolean, fitting, isRemoval, needRecord, refuse, requireKnown } from './descriptor-fields.ts';

export type GivenFolderDownload = Partial<FolderDownload> | 'usual';

const place = 'folderDownloadConfig';
/** As it is where nobody said anything. */
const usual: FolderDownload = { enabled: true, visitors: true, mostFiles: 0, mostMegabytes: 0 };
const names = {
  enabled: { ours: 'enabled', isSwitch: true },
  enabledForAnonymous: { ours: 'visitors', isSwitch: true },
  maxFiles: { ours: 'mostFiles' },
  maxDownloadSizeMb: { ours: 'mostMegabytes' },
} as const satisfies FieldNames;

/** Reads what a descriptor says of downloads of folders. @throws AppError `bad_request` for everything that is not obeyed, by its name */
export function readFolderDownload(given: unknown): GivenFolderDownload | undefined {
  if (given === undefined) return undefined;
  if (isRemoval(given)) return 'usual';
  const record = needRecord(given, place);
  requireKnown(record, Object.keys(names), place);
  const read = Object.entries(names).map(([theirs, { ours, ...rest }]) => {
    if ('isSwitch' in rest) return [ours, findBoolean(record, theirs, place)];
    const count = record[theirs];
    return [ours, count === undefined || typeof count === 'number' ? count : refuse(`${place}.${theirs}`)];
  });
  return Object.fromEntries(read.filter(([, said]) => said !== undefined));
}

/** As a descriptor wants it; what is not said stays. @throws AppError `bad_request` */
export const changeFolderDownload = (given: GivenFolderDownload, before: FolderDownload): FolderDownload =>
  given === 'usual' ? usual : fitting(FolderDownload, { ...before, ...given }, names, place);

/** The same as existing clients read it. */
export function toFolderDownloadElement(settings: FolderDownload): string {
  return element(
    place,
    Object.entries(names)
      .map(([theirs, { ours }]) => value(theirs, settings[ours]))
      .join(''),
  );
}
