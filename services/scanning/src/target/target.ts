import type { Selectable } from 'kysely';
import type { TargetTable } from '../schema.ts';

/** A version of a package in a repository, and how far its scan has come. */
export type TargetRow = Selectable<TargetTable>;
