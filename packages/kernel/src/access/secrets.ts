/** Encryption at rest with the platform's own key (`keys/master.key` in the home directory). */
export interface Secrets {
  /** AES-256-GCM, a fresh nonce each time; the text says which key made it. */
  encrypt(plain: string): string;
  /** @throws when the text was not made by this platform or was changed. */
  decrypt(sealed: string): string;
  /** Key bytes derived for one purpose, the same at every start. */
  derive(purpose: string): Buffer;
}
