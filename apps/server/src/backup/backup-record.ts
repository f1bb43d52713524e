import { z } from 'zod';

const Checked = { file: z.string(), sha256: z.string(), size: z.int() };

/** One backup, as `backups/<name>/backup.json` has it. The files that it names lie beside it. */
export const BackupRecord = z.object({
  /** The version of Packhouse that made it. */
  version: z.string(),
  begun: z.string(),
  ended: z.string(),
  /** By schema, the steps that had been taken; those of the job queue are numbers. */
  migrations: z.record(z.string(), z.array(z.string())),
  tables: z.array(z.object({ schema: z.string(), table: z.string(), columns: z.array(z.string()), rows: z.int(), ...Checked })),
  /** Partitions of tables that are cut by time; older backups have none. */
  partitions: z.array(z.object({ schema: z.string(), table: z.string(), parent: z.string(), from: z.string(), to: z.string() })).default([]),
  sequences: z.array(z.object({ schema: z.string(), sequence: z.string(), value: z.int(), isCalled: z.boolean() })),
  blobs: z.object({
    count: z.int(),
    bytes: z.int(),
    /** The database names these, and the store had not got them whole. */
    missing: z.array(z.string()),
    ...Checked,
  }),
  masterKey: z.object({
    /** Tells one key from another, and nothing else about it. */
    mark: z.string(),
    /** The key itself, where the backup holds it. */
    key: z.string().optional(),
  }),
});
export type BackupRecord = z.output<typeof BackupRecord>;
export type TableRecord = BackupRecord['tables'][number];
export type SequenceRecord = BackupRecord['sequences'][number];

/** A file of a backup by which its bytes are known again. */
export type CheckedFile = Pick<TableRecord, 'file' | 'sha256' | 'size'>;

export const countRows = ({ tables }: BackupRecord): number => tables.reduce((sum, { rows }) => sum + rows, 0);

export interface NamedBlob {
  sha256: string;
  size: number;
}
