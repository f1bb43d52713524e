import type { FederationStep } from '@packhouse/contract/access/federation-part-routes.ts';
import type { FederatedType } from '@packhouse/contract/access/federation-peer-routes.ts';
import type { ColumnType, Generated } from 'kysely';
import type { z } from 'zod';

export type Step = z.output<typeof FederationStep>;
type Moment = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** A federation as it is wanted. */
interface FederationTable {
  id: string;
  mode: 'star' | 'mesh';
  source: string;
  targets: string[];
  types: FederatedType[];
  include: string[];
  exclude: string[];
  adopt: boolean;
  adopt_administrators: boolean;
  forward: boolean;
  passwords: boolean;
  copies: 'keep' | 'disable' | 'delete';
  ending: Generated<boolean>;
  created_by: string;
  created_at: Generated<Date>;
}

/** What one deployment sends, and to whom. */
interface FederationPartTable {
  federation: string;
  deployment: string;
  targets: string[];
  /** Counts what was wanted; `applied` says how far the deployment has come. */
  revision: Generated<number>;
  applied: Generated<number>;
  steps: ColumnType<Step[], string | undefined, string>;
  failures: Generated<number>;
  next_at: Generated<Date>;
  lease_until: Moment;
}

export interface FederationTables {
  federation: FederationTable;
  federation_part: FederationPartTable;
  federation_candidate: { id: string; deployment: string; url: string };
}

export type FederationInsert = Omit<FederationTable, 'ending' | 'created_at'>;
