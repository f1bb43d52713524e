import type { Accepts, TrustPurpose } from '@packhouse/contract/trust-purposes.ts';

/** Another deployment that this one trusts. */
export interface Peer {
  id: string;
  name: string;
  url: string;
  purposes: readonly TrustPurpose[];
  /** The most that is taken from it, whatever it sends. */
  accepts: Accepts;
}

/** A call that claims to be another deployment's. */
export interface SignedCall {
  /** The header of this name. */
  authorization: string | undefined;
  method: string;
  /** With its query, as it came. */
  path: string;
  /** Reads the body, once, when it is known that a trusted deployment sends it. @throws AppError `too_large` */
  readBody(): Promise<Uint8Array>;
}
