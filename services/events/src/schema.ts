import type { deliveryStates } from '@packhouse/contract/events/hook-delivery-routes.ts';
import type { HookDomain } from '@packhouse/contract/events/hook-domains.ts';
import type { HookCriteria, hookMethods } from '@packhouse/contract/events/hook-settings.ts';
import type { Db as KernelDb } from '@packhouse/kernel/database/database.ts';
import type { SaidColumns } from '@packhouse/kernel/database/said-columns.ts';
import type { ColumnType, Generated } from 'kysely';
import type { EnabledSpan } from './subscription/enabled-spans.ts';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string, string>;

/** How a request is made; header values and secrets stand sealed beside it. */
export interface KeptHandler {
  type: 'webhook' | 'custom-webhook';
  url: string;
  method: (typeof hookMethods)[number];
  /** Key of an outgoing proxy; empty for the usual way. */
  proxy: string;
  signs: boolean;
  /** Whoever set it left these fields out; told, they would be a difference to clients that compare. */
  unsaid?: readonly ('use_secret_for_signing' | 'method')[];
  /** Public half of the key that signs as well. */
  publicKey?: string;
  /** Names in their order. */
  headers: readonly string[];
  secrets: readonly string[];
  template?: string;
}

/** What signed before it was replaced, and goes on until then. */
export interface EarlierSecrets {
  sealed: string;
  until: string;
}

export interface SubscriptionTable extends SaidColumns {
  key: string;
  /** The webhook whose further handler this is. */
  handler_of: string | null;
  revision: ColumnType<number, never, unknown>;
  description: string;
  enabled: boolean;
  enabled_at: Date | null;
  disabled_at: Date | null;
  spans: Json<readonly EnabledSpan[]>;
  domain: HookDomain;
  event_types: readonly string[];
  criteria: Json<HookCriteria>;
  handler: Json<KeptHandler>;
  /** Secrets and header values, encrypted together; and what signed before them while it is replaced. */
  sealed: string | null;
  previous_sealed: string | null;
  previous_until: Date | null;
  /** What signed before that, the newest first. */
  earlier: ColumnType<readonly EarlierSecrets[], string | undefined, unknown>;
  /** Address of this deployment, as whoever made the webhook reached it. */
  origin: string;
  ordered: boolean;
  parallel: number;
  /** Requests a second; null for as many as there are. */
  per_second: number | null;
  /** What was claimed has used that up to then. */
  rate_at: Generated<Date | null>;
  max_age_hours: number;
  /** So many requests may be under way now. */
  width: Generated<number>;
  failing_since: Date | null;
  paused_until: Date | null;
  failures: Generated<number>;
  /** Messages in a row that were refused with the same status. */
  refused_status: number | null;
  refused_run: Generated<number>;
  /** By a person. */
  paused_at: Date | null;
  status: number | null;
  created_by: string;
  created_at: Timestamp;
  modified_at: Timestamp;
}

export interface MessageTable extends SaidColumns {
  id: Generated<number>;
  public_id: string;
  subscription: string;
  event_id: number;
  /** Its place among what the event means. */
  part: number;
  happened_at: Date;
  subject: string;
  /** The place that what it is about went to. */
  other_subject: Generated<string | null>;
  domain: HookDomain;
  event_type: string;
  /** It waits for older ones about its subject: its webhook kept their order when it was made. */
  ordered: Generated<boolean>;
  /** Encrypted where it holds a secret; `shown` is it without secrets then. */
  body: string;
  sealed: Generated<boolean>;
  shown: string | null;
  state: Generated<(typeof deliveryStates)[number]>;
  next_at: Timestamp;
  lease_until: Date | null;
  attempts: Generated<number>;
  /** Attempts that were refused for what the message is. */
  refusals: Generated<number>;
  status: number | null;
  duration: number | null;
  manual_by: string | null;
  age_from: Timestamp;
  created_at: Timestamp;
  settled_at: Date | null;
}

export interface Exchange {
  headers: Record<string, string>;
}

/** Milliseconds until the connection of an attempt stood, until the answer began, and until all of it had come. */
export interface HookTiming {
  connected?: number;
  head?: number;
  total: number;
}

export interface AttemptTable extends SaidColumns {
  message_id: number;
  number: number;
  at: Date;
  method: string;
  url: string;
  request: Json<Exchange>;
  response: ColumnType<(Exchange & { status: number; excerpt: string }) | null, string | null, string | null>;
  timing: Json<HookTiming>;
  manual_by: string | null;
}

export interface EventsSchema {
  subscription: SubscriptionTable;
  message: MessageTable;
  attempt: AttemptTable;
}

export type Db = KernelDb<EventsSchema>;
