import type { Advisory } from '../osv/osv-record.ts';
import type { Db } from '../schema.ts';
import { replaceAffected } from './advisory-queries.ts';

/** Says anew which packages an advisory is about. */
export const keepAffected = (tx: Db, advisory: Advisory): Promise<void> => replaceAffected(tx, [advisory]);
