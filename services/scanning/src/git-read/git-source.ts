/** A repository to be read, and how to be let in. */
export interface GitSource {
  url: string;
  /** `Name: value`, sent to the server and to nobody else. */
  header: string;
  /** Must stand in no message. */
  secrets: readonly string[];
}

/** Bounds on what a stranger's repository may cost. */
export interface GitLimits {
  /** Milliseconds for one reading. */
  time: number;
  /** Bytes that come over the network. */
  received: number;
  entries: number;
  /** Bytes of one file. */
  file: number;
  /** Bytes of files that are in memory at once. */
  held: number;
}

export const usualGitLimits: GitLimits = { time: 3 * 60_000, received: 500 * 1024 ** 2, entries: 500_000, file: 50 * 1024 ** 2, held: 64 * 1024 ** 2 };

/** Name of an object: of a commit, of a file's content. */
export const isOid = (text: string) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** Whether a ref can be called so, and is no option of a program. https://git-scm.com/docs/git-check-ref-format */
export function isRefName(text: string): boolean {
  if (!/^refs\/[^/]/.test(text) || text.length > 400) return false;
  return !/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[./]$/u.test(text);
}

/** Takes a file's content; undefined where it is larger than allowed, or the server did not give it. */
export type TakeFile = (oid: string, bytes: Buffer | undefined, why?: 'too large' | 'absent') => void;

/** Does the same where whoever takes it needs a while, during which nothing more is read. */
export type KeepFile = (...content: Parameters<TakeFile>) => Promise<void> | void;
