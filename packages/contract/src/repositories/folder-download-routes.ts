import { z } from 'zod';
import { route } from '../route.ts';
import { repositoryRules } from './repository-words.ts';

const url = '/ui/api/v1/ui/folderDownload';

const Count = z
  .int(repositoryRules.give_number_to_billion.en)
  .min(0, repositoryRules.give_number_to_billion.en)
  .max(1_000_000_000, repositoryRules.give_number_to_billion.en);

/** Whether folders can be downloaded as archives, and how large they may be. */
export const FolderDownload = z.strictObject({
  enabled: z.boolean(),
  /** Visitors may, too, where they may read. */
  visitors: z.boolean(),
  /** Of a folder and all below it; 0 sets no limit. */
  mostFiles: Count,
  /** Megabytes (of 1024 × 1024 bytes) of all these files together, before they are packed; 0 sets no limit. */
  mostMegabytes: Count,
});
export type FolderDownload = z.output<typeof FolderDownload>;

export const readFolderDownload = route('readFolderDownload', {
  summary: 'Whether folders can be downloaded, and how large they may be',
  method: 'GET',
  url,
  access: 'administrator',
  reply: FolderDownload,
});

export const changeFolderDownload = route('changeFolderDownload', {
  summary: 'Say whether folders can be downloaded, and how large they may be',
  method: 'PUT',
  url,
  access: 'administrator',
  body: FolderDownload,
  reply: FolderDownload,
});
