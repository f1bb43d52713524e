/** Says what a new token shall be. */
export interface TokenOrder {
  subject: string;
  userId: number | null;
  scope: string;
  /** Seconds; 0 never ends. */
  expiresIn: number;
  description?: string;
  audience?: string;
  refreshable?: boolean;
  includeReference?: boolean;
  /** A user allowed an application this: the token ends with it. */
  grantId?: number;
}
