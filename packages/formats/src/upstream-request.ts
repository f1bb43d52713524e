export interface UpstreamRequest {
  /** Relative to the remote's URL and decoded, so that '?' and '#' are characters of names; or an absolute address. */
  path: string;
  /** This follows the '?' after a relative path, encoded. */
  query?: string;
  headers?: Record<string, string>;
  /** For listings that upstreams may have in one of two spellings: the relative path that is asked for where there is nothing at the first. */
  otherwise?: string;
  /** For listings that arrive as the value of a header of an answer, with or without a body: its name. */
  documentHeader?: string;
}

/** Where a remote keeps a file, and what it promises about the bytes. */
export interface FileSource {
  /** Absolute address, or a decoded path relative to the remote's URL. */
  url: string;
  sha256?: string;
  sha512?: string;
  sha1?: string;
  md5?: string;
  size?: number;
}

/** Percent-encodes what a part of a path cannot hold; '@', ':', '+' and their like stay readable, as upstreams spell them. */
export function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(/%(40|3A|2B|24|2C|3D|26|7E|21|28|29|27|2A)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
