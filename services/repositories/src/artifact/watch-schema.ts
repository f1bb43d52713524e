import type { Generated } from 'kysely';

/** Each row is what a user has marked. */
export interface ItemMarkTable {
  user_name: string;
  kind: 'favourite' | 'watch';
  repository_id: number;
  path: string;
  created_at: Generated<Date>;
  /** In which whoever marked it read the console then. */
  language: Generated<string>;
}

/** Each row is a change that somebody watches. */
export interface WatchChangeTable {
  /** Number of the event that told of it. */
  event: number;
  repository_id: number;
  path: string;
  removed: boolean;
  changed_by: string;
  /** When it happened. */
  noted_at: Generated<Date>;
  told: Generated<boolean>;
}
