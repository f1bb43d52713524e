import type { UpstreamRequest } from './upstream-request.ts';
import type { Want } from './want.ts';

/** What listings of a format may say of a version, beside that there is it. */
export type OfferFact =
  /** When it was published. */
  | 'age'
  | 'licence'
  /** That its makers advise against it: deprecated, yanked. */
  | 'deprecated'
  /** That installing it runs a program of its own. */
  | 'installScript'
  /** Whether its maker says, signed, from which source it was built. */
  | 'provenance';

/** A version in a listing, or one of its files where each is listed by itself. */
export interface Offer {
  /** Names it in its listing. */
  key: string;
  version: string;
  /** Its package, in a listing of several. */
  package?: string | undefined;
  /** When it was published, as its source writes it. */
  published?: string | undefined;
  licences?: readonly string[] | undefined;
  deprecated?: boolean | undefined;
  installScript?: boolean | undefined;
  /** There is something signed about it; whether that holds nobody looked. */
  provenance?: boolean | undefined;
  /** A key that is trusted here signed it. */
  trusted?: boolean | undefined;
}

/** A version that is stored, as rules see it. */
export interface StoredOffer {
  package: string;
  offer: Offer;
  /** Whether a rule of a kind has anything to ask it. */
  only(kind: string): boolean;
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
  /** Its listing is of all packages, and each offer says of which it is. */
  readonly coversAll?: true;
  /** A listing of the upstream beside the first that says more of the same offers, and those that it leads to. */
  readonly beside?: { listing(packageName: string): Want; more?(model: Model, packageName: string): readonly Want[] };
  /** For upstreams whose listings do not say when a version was published, where something else of theirs does: what to ask for, and the time in the answer. */
  readonly published?: {
    request(packageName: string, version: string): (UpstreamRequest & { method: 'GET' | 'HEAD' }) | undefined;
    read(answer: { headers: Readonly<Record<string, string>>; body: string }): string | undefined;
  };
}
