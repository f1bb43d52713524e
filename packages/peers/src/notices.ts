import type { Actor } from '@packhouse/kernel/access/authorisation.ts';

/** Somebody deployed or deleted something that others watch. */
export interface NotedChange {
  repository: string;
  path: string;
  removed: boolean;
  by: string;
}

/** The access service tells people what happens, by mail. */
export interface Notices {
  /** Whether the platform sends mail. */
  isOn(): Promise<boolean>;
  /**
   * Mails a user what changed. `tell` picks what may be said by what the user may do at this moment; nothing is sent when that is nothing, or when
   * there is no such user with an address any more.
   */
  mailChanges(user: string, letter: { language: string; tell(actor: Actor): readonly NotedChange[]; more: number }): Promise<void>;
}
