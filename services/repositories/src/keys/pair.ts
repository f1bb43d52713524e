/** Both halves of a pair; the private one no longer asks for a passphrase. */
export interface Pair {
  fingerprint: string;
  publicKey: string;
  privateKey: string;
}

export interface GivenPair {
  privateKey: string;
  publicKey?: string | undefined;
  passphrase?: string | undefined;
}
