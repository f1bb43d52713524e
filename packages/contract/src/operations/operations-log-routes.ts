import { z } from 'zod';
import { constants } from '../constants.ts';
import { Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route, stream } from '../route.ts';

const base = `${prefixes.consoleApi}/system/logs`;

/** Keys of the services whose logs can be read: repositories, mission control, scanning, distribution, pipelines, insight. */
export const logTypes = ['jfrt', 'jfmc', 'jfxr', 'jfds', 'jfpip', 'jfisv'] as const;
export type LogType = (typeof logTypes)[number];

/** Milliseconds between two looks at a log where the answer does not say. */
export const defaultLogRefresh = constants.logRefresh;

const logType = z.object({ logType: z.enum(logTypes) });
/** The node whose files are meant; the answering one unless said. */
const nodeId = z.string().min(1).max(64).optional();
const id = z.string().min(1).max(200);

export const logConfig = route('logConfig', {
  summary: 'The log files of one service on one node',
  method: 'GET',
  url: `${base}/config/:logType`,
  access: 'administrator',
  params: logType,
  query: z.object({ nodeId }),
  reply: z.object({ logs: z.array(z.string()), refresh_rate_millis: z.int().positive().optional() }),
});

export const LogData = z.object({
  /** Whole lines that follow the `file_size` that was asked with; at most the last 100 kB. */
  log_content: z.string(),
  /** Bytes read so far, to be sent along with the next question. */
  file_size: z.int(),
  /** When the file was written last. */
  last_update_modified: Timestamp,
  /** When it was read. */
  last_update_label: Timestamp,
  /** Byte at which `log_content` begins: something was left out, or the file is a new one, when that is not what was asked for. */
  start: z.int(),
  /** Which file it was; a file that was moved aside is told from its successor by it. */
  file_id: z.string(),
  /** Byte at which each line of `log_content` begins: by it a line is found again, whatever was taken out of the lines before it. */
  line_starts: z.array(z.int()),
});
export type LogData = z.output<typeof LogData>;

export const logData = route('logData', {
  summary: 'What was written to a log file after the given size',
  method: 'GET',
  url: `${base}/data/:logType`,
  access: 'administrator',
  params: logType,
  query: z.object({
    nodeId,
    id,
    file_size: z.coerce.number().int().min(0).default(0),
    file_id: z.string().max(40).optional(),
    /** Asks for the lines that stand before this byte, instead of new ones; again at most 100 kB. */
    until: z.coerce.number().int().min(1).optional(),
  }),
  reply: LogData,
});

export const downloadLog = route('downloadLog', {
  summary: 'A whole log file as text',
  method: 'GET',
  url: `${base}/download/:logType`,
  access: 'administrator',
  params: logType,
  query: z.object({ nodeId, id }),
  reply: stream('text/plain'),
});
