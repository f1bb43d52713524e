/** A file that somebody wants to have. */
export interface WantedFile {
  repository: string;
  path: string;
  sha256: string;
}

/** How somebody wants it. */
export interface Asking {
  /** Address of the console, for the link in the refusal. */
  console: string;
  isGone(): boolean;
  /** Has what a scan of the file needs fetched from where it is. */
  fetch?: (() => void) | undefined;
  /** It only names images, each of which is asked for by itself, so that nobody waits for its own scan. */
  onlyNames?: boolean | undefined;
}

/** The scanning service decides with this whether policies let a file out. */
export interface Gate {
  /** False for what no policy blocks, without asking anything; otherwise `admit` has to be asked. Without a checksum: whether anything is blocked or held back at all. */
  concerns(sha256?: string): boolean;
  /** Whether policies hold anything back until it is scanned. */
  holdsUnscanned(): boolean;
  /**
   * Waits a while for a scan where policies ask for one. Answers a warning where the file is let out for some days only.
   * @throws AppError `download_blocked`
   */
  admit(file: WantedFile, asking: Asking): Promise<string | undefined>;
  /**
   * Refuses what is kept nowhere, and so cannot be scanned, where policies ask for a scan of what lies there. `reason` says what to do.
   * @throws AppError `download_blocked`
   */
  refuseUnkept(place: Pick<WantedFile, 'repository' | 'path'>, reason: 'keeps_nothing' | 'no_room'): Promise<void>;
}
