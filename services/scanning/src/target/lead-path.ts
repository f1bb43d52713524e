import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { getFormat } from '@packhouse/formats/formats.ts';

/** Scans are of the files that stand for versions: whoever names another file of one means that. */
export const getLeadPath = (format: FormatId | undefined, path: string): string => (format && getFormat(format).leadPath?.(path)) ?? path;
