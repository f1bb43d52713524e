import type {
  BroadcastResult,
  ConflictPage,
  FederationConflict,
  FederationLink,
  FederationPart,
  FederationStep,
  TargetForecast,
} from '@packhouse/contract/access/federation-part-routes.ts';
import type { z } from 'zod';
import type { TrustedBy } from './trust.ts';

/** The part of this deployment in federations: the links that are, where mission control says which there should be. Of the access service. */
export interface AccessFederation {
  /** Makes the links of a federation what this says; what is so already stays. */
  apply(part: z.output<typeof FederationPart>, by: TrustedBy): Promise<z.output<typeof FederationStep>[]>;
  /** What that would do at each target. Nothing is written. */
  forecast(part: z.output<typeof FederationPart>): Promise<z.output<typeof TargetForecast>[]>;
  /** Sends everything again to every target. */
  broadcast(federation: string, by: TrustedBy): Promise<z.output<typeof BroadcastResult>[]>;
  /** Has both ends of every link compared as soon as that can be. */
  compare(federation: string, by: TrustedBy): Promise<void>;
  links(): Promise<z.output<typeof FederationLink>[]>;
  /** The newest, or those behind a place. */
  conflicts(page?: z.input<typeof ConflictPage>): Promise<z.output<typeof FederationConflict>[]>;
  /** Puts the value back that was lost. */
  restore(conflict: number, by: TrustedBy): Promise<void>;
}
