/** A file that somebody wants to have. */
export interface WantedFile {
  repository: string;
  path: string;
  sha256: string;
}

/** The scanning service decides with this whether policies let a file out. */
export interface Gate {
  /** False for what no policy blocks, without asking anything; otherwise `admit` has to be asked. */
  concerns(sha256: string): boolean;
  /**
   * Waits a while for a scan where policies ask for one. `console` is the address of the console, for the link in the refusal. Answers a warning where the file is let out for some
   * days only.
   * @throws AppError `download_blocked`
   */
  admit(file: WantedFile, options: { console: string; isGone(): boolean }): Promise<string | undefined>;
}
