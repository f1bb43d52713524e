/** The signed-in user's own account and access tokens, for protocols by which their clients manage them. */
export interface OwnAccount {
  profile(): Promise<{ name: string; email: string; hasSecondFactor: boolean } | undefined>;
  tokens(): Promise<readonly { id: string; description: string; issuedAt: string; expiresAt: string | null }[]>;
  /** Makes one that is good for so many seconds. */
  makeToken(description: string, seconds: number | undefined): Promise<string>;
  /** Whether this is their password. */
  proves(password: string): Promise<boolean>;
  /** @throws AppError `token_not_found` */
  revokeToken(id: string): Promise<void>;
}
