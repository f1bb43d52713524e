import { z } from 'zod';
import { Timestamp } from '../paging.ts';
import { route } from '../route.ts';
import { repositoryRules } from './repository-words.ts';

const url = '/ui/api/v1/ui/dataTransfer';

/** How many megabytes (of 1024 × 1024 bytes) may be uploaded and downloaded in a month; 0 sets no limit. */
export const DataTransferLimit = z.strictObject({
  limitMegabytes: z.int(repositoryRules.give_megabytes.en).min(0, repositoryRules.give_megabytes.en).max(1_000_000_000_000, repositoryRules.give_megabytes.en),
});
export type DataTransferLimit = z.output<typeof DataTransferLimit>;

export const DataTransfer = DataTransferLimit.extend({
  /** What clients sent and were sent since the month began, as far as it has been written down; seconds may be missing. */
  receivedBytes: z.int(),
  sentBytes: z.int(),
  /** The next month begins, by UTC. */
  endsAt: Timestamp,
});
export type DataTransfer = z.output<typeof DataTransfer>;

export const readDataTransfer = route('readDataTransfer', {
  summary: 'How much was uploaded and downloaded this month, and how much may be',
  method: 'GET',
  url,
  access: 'administrator',
  reply: DataTransfer,
});

export const changeDataTransferLimit = route('changeDataTransferLimit', {
  summary: 'Limit what may be uploaded and downloaded in a month, by all nodes together',
  method: 'PUT',
  url,
  access: 'administrator',
  body: DataTransferLimit,
  reply: DataTransfer,
});

export const askForTransfer = route('askForTransfer', {
  summary: 'Ask whether anything may be downloaded now: the refusal says that the data transfer of the month is used up',
  method: 'GET',
  url: `${url}/permit`,
  access: 'visitor',
  reply: z.void(),
});
