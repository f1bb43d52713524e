import type { ReportFilters, ReportResources, ReportType } from '@packhouse/contract/scanning/report-input.ts';
import type { ReportRow, reportStates } from '@packhouse/contract/scanning/report-routes.ts';
import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string, string>;

export interface ReportTable extends SaidColumns {
  id: Generated<number>;
  name: string;
  type: ReportType;
  /** It reaches only repositories of this project. */
  project: string | null;
  author: string;
  resources: Json<ReportResources>;
  filters: Json<ReportFilters>;
  cron: string | null;
  /** Time zone of the schedule. */
  zone: string | null;
  /** Mail addresses. */
  emails: string[];
  state: Generated<(typeof reportStates)[number]>;
  /** How often its making began; the number of the rows that are being written. */
  run: Generated<number>;
  /** The run whose rows are shown; 0 while there are none. */
  shown: Generated<number>;
  /** How often the present making began. */
  attempts: Generated<number>;
  /** Rows that are shown. */
  rows: Generated<number>;
  done: Generated<number>;
  total: Generated<number>;
  created_at: Timestamp;
  started_at: Date | null;
  finished_at: Date | null;
  next_at: Date | null;
}

/** Each row is one of a report, as it was when the report was made. */
export interface ReportRowTable {
  report_id: number;
  run: number;
  /** The worst is the least. */
  severity: number;
  position: number;
  data: Json<ReportRow>;
}
