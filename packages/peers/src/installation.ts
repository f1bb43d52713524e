import type { LicenceType } from '@packhouse/contract/access/licence-types.ts';

/** Tells what administrators call the installation and how it looks. */
export interface InstallationFace {
  /** Empty where none was given. */
  serverName: string;
  /** A picture elsewhere, for browsers to show; empty where there is none. */
  logoUrl: string;
  footerMessage: string;
  /** A logo was uploaded; it goes before `logoUrl`. */
  hasLogo: boolean;
}

/** The access service tells the others this about the installation. */
export interface Installation {
  /** Tells it from every other one, for as long as its database lives. */
  id: string;
  face(): Promise<InstallationFace>;
  /** Whether visitors are kept out of the console's pages. */
  anonymousUiBlocked(): Promise<boolean>;
}

/** A signed licence says this. */
export interface LicenceFacts {
  /** Its own name, which no other licence has; absent where it was made without one. */
  jti?: string;
  type: LicenceType;
  licensedTo: string;
  issuedAt: Date;
  /** Null for one that never ends. */
  expiresAt: Date | null;
  /** The bucket that it was made in. */
  bucket?: string;
  projects?: number;
}

/** An installed licence, as other deployments are told of it. */
export interface HeldLicence {
  jti: string;
  type: string;
  bucket?: string;
  expiresAt: string | null;
}

/** Licences of one order of a mission control go in together or not at all. */
export interface LicenceOrder {
  /** Names the order, so that it can be withdrawn whether it arrived or not. */
  order: string;
  licences: readonly string[];
}

/** The access service tells the others this about the licence. */
export interface Licence {
  /** Which one holds at this moment. */
  current(): Promise<LicenceType>;
  /** When that one ends, and nothing as good goes on; null where it never does. */
  ends(): Promise<Date | null>;
  /** Reads a licence that the configured key vouches for. @throws AppError `invalid_input` in words, at the field `licence` */
  vouch(jws: string): Promise<LicenceFacts>;
  /** Installs licences beside those that are there; those that are there already stay. @throws AppError when one is not good, or the order was withdrawn */
  install(order: LicenceOrder, by: { actor: string; address: string }): Promise<void>;
  /** Takes licences away by their names; from then on the order installs nothing, however late its call arrives. */
  withdraw(order: string, jtis: readonly string[], by: { actor: string; address: string }): Promise<void>;
}
