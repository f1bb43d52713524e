import type { HookDomain } from '@packhouse/contract/events/hook-domains.ts';
import type { z } from 'zod';

/** Where an event happened, for the criteria of webhooks. */
export type Place =
  | { kind: 'path'; repository: string; repositoryType: 'local' | 'remote' | 'federated'; path: string }
  | { kind: 'build'; name: string }
  | { kind: 'release-bundle'; name: string; repository?: string; environment?: string }
  | { kind: 'none' };

/** An event as webhooks know it. */
export interface DomainEvent {
  readonly domain: HookDomain;
  readonly eventType: string;
  /** What it is about; messages about one subject keep their order. */
  readonly subject: string;
  /** Where that went; who was told is found by either. */
  readonly otherSubject?: string;
  /** As existing clients know it. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly place: Place;
}

/** Tells what the data of one type of the platform's events mean to webhooks. */
export type Reader = (data: Readonly<Record<string, unknown>>) => readonly DomainEvent[];

/** Makes a reader of events of this shape. Of any other shape, as another release may have written them, nothing is told: one of them must not hold up all that come after. */
export const makeReader =
  <Data>(schema: z.ZodType<Data>, read: (data: Data) => readonly DomainEvent[]): Reader =>
  (data) => {
    const parsed = schema.safeParse(data);
    return parsed.success ? read(parsed.data) : [];
  };
