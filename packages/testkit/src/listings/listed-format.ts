import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';

/** Sends one request below `/artifactory/`. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Publishes one version of a package into a repository. */
export type PublishVersion = (ask: Ask, key: string, name: string, version: string) => Promise<void>;

/** A format as tests of listings use it: how a version gets into a repository, where it lies there, and what a listing says. */
export interface ListedFormat {
  format: FormatId;
  /** Of which of its packages, where it has several kinds of them. */
  kind?: string;
  /** A package's name by a word of small letters. */
  nameOf(word: string): string;
  /** A version as the format writes it; the plain one unless said. */
  spell?(version: string): string;
  /** Everything of a version: a file, or a folder. */
  place(name: string, version: string): string;
  /** Its listing is made of what was said when a version was published: a file that comes back from the trash can is not listed. */
  isListedByPublish?: true;
  /** Its listing is a gzipped file. */
  isPacked?: true;
  /** Publishes as its client does; as the demonstration does unless told. */
  publish?: PublishVersion;
  listing(key: string, name: string): { path: string; headers?: Record<string, string> };
  /** The listing only names its parts; path of the one that holds the versions. */
  part?(key: string, text: string): string;
  /** Versions that a listing shows of a package; those that are marked end with an exclamation mark. */
  versionsIn(text: string, name: string): string[];
  /** What its clients ask to find packages by a part of their names; each name that is found stands in the answer in quotes. */
  search?(key: string, text: string): string;
  /** Marks a version as not to be used, as the format's own clients do. */
  mark?(ask: Ask, key: string, name: string, version: string): Promise<Response>;
  /** What is marked is in no listing any more. */
  hidesMarked?: true;
}

/** Names a listed format for people. */
export const getTitle = ({ format, kind }: ListedFormat) => (kind ? `${format} ${kind}` : format);
