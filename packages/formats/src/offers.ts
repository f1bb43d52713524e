import type { Want } from './want.ts';

/** What listings of a format may say of a version, beside that there is it. */
export type OfferFact =
  /** When it was published. */
  | 'age'
  | 'licence'
  /** That its makers advise against it: deprecated, yanked. */
  | 'deprecated'
  /** That installing it runs a program of its own. */
  | 'installScript';

/** A version in a listing, or one of its files where each is listed by itself. */
export interface Offer {
  /** Names it in its listing. */
  key: string;
  version: string;
  /** When it was published, as its source writes it. */
  published?: string | undefined;
  licences?: readonly string[] | undefined;
  deprecated?: boolean | undefined;
  installScript?: boolean | undefined;
}

/** How versions are left out of a format's listings, by what the listings say of them. */
export interface OfferRules<Model> {
  /** The listing that names a package's versions. */
  listing(packageName: string): Want | undefined;
  read(model: Model): readonly Offer[];
  /** The same listing without some of its offers; what points to one of those leads elsewhere, or goes too. */
  without(model: Model, keys: ReadonlySet<string>): Model;
  /** The offer that a file belongs to; its version unless said. */
  keyOf?(want: Want): string | undefined;
}
