import type { TrustPurpose } from '@packhouse/contract/trust-purposes.ts';
import type { Peer } from '@packhouse/kernel/access/signed-call.ts';

/** A call to another deployment. */
export interface PeerCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From the root of the other deployment, with its query. */
  path: string;
  json?: unknown;
  /** Milliseconds for the whole answer; 30 000 unless said. */
  timeout?: number;
  signal?: AbortSignal;
  /** Bytes; 10 MiB unless said. */
  largestAnswer?: number;
}

export interface PeerAnswer {
  status: number;
  text: string;
  /** Milliseconds that the clock there is ahead, where it was ever measured. */
  offset: number | undefined;
}

/** Who changes whom this deployment trusts, for the audit log. */
export interface TrustedBy {
  actor: string;
  address: string;
}

/** The deployments that this one trusts, and what they tell each other under their signatures. Of the access service. */
export interface Trust {
  /** This deployment: its id, and the fingerprint of its key in six words. */
  self(): Promise<{ id: string; name: string; url: string | undefined; fingerprint: string }>;
  /** Deployments that are trusted now, for this purpose where one is named. */
  list(purpose?: TrustPurpose): Promise<readonly Peer[]>;
  find(id: string): Promise<Peer | undefined>;
  /** Where a trusted deployment is reached. */
  reach(id: string): Promise<{ name: string; url: string; allowPrivate: boolean } | undefined>;
  /** A bearer token for a peer that asked for it under its signature: good for these seconds, under this address alone, and only while the peer is trusted for it and accepted with it. */
  issuePass(peer: string, under: string, seconds: number): Promise<string>;
  /** Takes a pairing token of another deployment; audited for `by`. `url` is where this one is reached, needed where it has no base URL. @throws AppError in words */
  pair(token: string, options: { name?: string; url?: string; allowPrivate?: boolean; by: TrustedBy }): Promise<Peer>;
  /** Ends trust here, and tells the other side when it can be reached. */
  revoke(id: string, by: TrustedBy): Promise<void>;
  /** Makes a signed call, any status answered; a clock that is off is corrected once by itself. @throws AppError `upstream_unavailable`, `forbidden` (revoked) … */
  call(peer: string, call: PeerCall): Promise<PeerAnswer>;
  /** Milliseconds that the peer's clock is ahead, as last measured. */
  offset(peer: string): Promise<number | undefined>;
  /** Signs with the deployment key what travels over third parties; the key is looked up once for all of it. */
  signer(): Promise<(bytes: Uint8Array) => Uint8Array>;
  /** Tells whether a deployment signed bytes: this one, or one that it trusts, with any key it ever had. */
  verifier(deployment: string): Promise<(bytes: Uint8Array, signature: Uint8Array) => boolean>;
}
