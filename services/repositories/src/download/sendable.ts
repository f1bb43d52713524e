/** Sending needs to know this; artifacts have it, and so have index documents. */
export interface Sendable {
  id?: number;
  repositoryId?: number;
  path: string;
  sha256: string;
  sha1: string;
  md5: string;
  size: number;
  modifiedAt: Date;
  expiresAt?: Date | null;
}

export interface SendOptions {
  contentType?: string | undefined;
  /** Validator other than the SHA-1 (container clients know digests). */
  etag?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** Show in the browser instead of saving. */
  inline?: boolean | undefined;
  /** Do not count it as a download. */
  uncounted?: boolean | undefined;
}
