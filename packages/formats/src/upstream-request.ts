export interface UpstreamRequest {
  /** Relative to the remote's URL, or absolute. */
  path: string;
  headers?: Record<string, string>;
  /** For listings that arrive as the value of a header of an answer, with or without a body: its name. */
  documentHeader?: string;
}

/** Where a remote keeps a file, and what it promises about the bytes. */
export interface FileSource {
  url: string;
  sha256?: string;
  sha512?: string;
  sha1?: string;
  md5?: string;
  size?: number;
}
