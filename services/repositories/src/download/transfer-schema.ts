import type { Generated } from 'kysely';

/** Bytes that clients sent and were sent in a month. */
export interface TransferMonthTable {
  /** Its first day, by UTC. */
  month: string;
  received: number;
  sent: number;
}

/** How many megabytes that may be; one row, and 0 sets no limit. */
export interface TransferLimitTable {
  only_row: Generated<boolean>;
  megabytes: number;
}
