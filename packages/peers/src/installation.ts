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

/** The access service tells the others this about the licence. */
export interface Licence {
  /** Which one holds at this moment. */
  current(): Promise<LicenceType>;
}
