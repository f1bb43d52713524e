import type { OfferFact } from './offers.ts';

/** Fields of a repository that only some formats have. */
export type FormatField =
  /** Local: whether releases and snapshots are taken, and how many builds of a snapshot stay. */
  | 'snapshots'
  /** Local: whether an image may arrive without all its parts. */
  | 'incompleteImages'
  /** Remote: what is done about checksum files that an upstream keeps beside its files. */
  | 'checksumPolicy'
  /** Remote: the folder that the upstream puts images into whose name has none. */
  | 'officialNamespace';

/** How packages of a format are scanned. */
export interface FormatScanning {
  /** The ecosystem of the advisories that packages are matched with by their name. https://ossf.github.io/osv-schema/#defined-ecosystems */
  readonly ecosystem?: string;
  /** This is read of a version's lead file: the layers of an image, or the inside of an archive. */
  readonly reads?: 'image' | 'archive';
  /** Only files whose name ends like this are read; all unless said. */
  readonly endings?: readonly string[];
  /** Ecosystems of libraries that only the inside of its packages names; packages of the format itself are in none of them. */
  readonly libraries?: readonly string[];
  /** Packages of distributions do not say alone which of these they belong to, so advisories are matched only where an image says it. */
  readonly distributions?: readonly string[];
  /** What OSV publishes about it, by ecosystem or distribution: about how many records, null where nobody knows, under which licences. https://google.github.io/osv.dev/data */
  readonly published?: Readonly<Record<string, { readonly records: number | null; readonly licence: string }>>;
}

/** How the quick start offers a format to somebody who begins. */
export interface FormatQuickStart {
  /** The quick start calls it this; in lower case it begins the keys of the repositories that are made. */
  readonly type: string;
  /** Where it stands among those that the quick start offers; the smallest stands first. */
  readonly place: number;
  /** Name under which compatible consoles know how paths follow from coordinates. */
  readonly layout?: string;
  /** Steps that follow when the repositories are there; `{user}`, `{host}`, `{image}` and the tags `{pulled}` and `{pushed}` stand for what they are on this platform. */
  readonly steps?: { readonly login: string; readonly pull: string; readonly tag: string; readonly push: string };
}

/** People may say after the upload under which distributions, components and architectures a file is listed. */
export interface FormatCoordinates {
  /** Ending of the files that are listed so; what stands before it behind the last underscore is the architecture. */
  readonly ending: string;
  /** Properties of the file that hold them. */
  readonly properties: { readonly distributions: string; readonly components: string; readonly architectures: string };
  /** The component that files are in when nobody says another. */
  readonly usualComponent: string;
}

/**
 * Everybody else must know this of a format: plain data, in the format's own folder, that the server and the console read alike.
 * A card imports nothing but this type, because the console loads all cards with its first page: what only some screens show
 * stands in `<id>-words.ts`, and what only the server asks is a member of the format's object (`Format`).
 */
export interface FormatCard {
  /** People call it this. */
  readonly title: string;
  /** Where it stands wherever a format is chosen; the smallest stands first. */
  readonly order: number;
  /** Its tile: a hue in degrees and one line drawn on a square of 24 × 24, in the same hand as all others. */
  readonly icon: { readonly hue: number; readonly glyph: string };
  /** Other words for it that may come in, in lower case. */
  readonly aliases?: readonly string[];
  /** How package queries spell it; its id unless said. */
  readonly queryName?: string;
  /** Where it stands in the filter of the search toolbar; absent: not there. */
  readonly searchPlace?: number;
  /** It holds files of any kind: what has no other format, and what a package of another format is copied to as a plain file. One format does. */
  readonly holdsAnything?: true;
  /** Who speaks to its clients, when it is not the core that serves paths: an engine of its own. */
  readonly protocol?: 'container';
  /** Repositories of it need a key in lower case. */
  readonly lowerCaseKeys?: true;
  /** A version is a folder of several files, one of which stands for it. */
  readonly versionIsFolder?: true;
  /** Type in package URLs (purl); that of the first format of its ecosystem unless said. */
  readonly purlType?: string;
  /** Its listings are signed, with a key of this kind. */
  readonly signedBy?: 'openpgp' | 'rsa';
  /** Name under which compatible clients know how paths follow from coordinates. */
  readonly layout?: string;
  /**
   * Its own client's command for the newest version and for a chosen one; `{name}` and `{version}` stand for what they are, `{place}` for host and repository.
   * Of a name that says behind an `@` whose it is, `{stem}` is what stands before that and `{owner}` the rest.
   */
  readonly install?: { readonly newest: string; readonly chosen: string };
  /** Tabs that its versions have besides those of all; a readme is shown first. */
  readonly tabs?: readonly ('readme' | 'layers')[];
  /** Fields that its repositories have besides those of all. */
  readonly fields?: readonly FormatField[];
  /** Its packages are of these kinds, and a repository may be for one of them alone: what that is called, by the name of the kind. */
  readonly contentKinds?: Readonly<Record<string, { readonly en: string; readonly de: string }>>;
  readonly coordinates?: FormatCoordinates;
  readonly quickStart?: FormatQuickStart;
  /** Existing receivers of webhooks know what happens to its images under this domain. */
  readonly eventDomain?: string;
  /** Upstreams say this of versions before they are fetched; absent: nothing. */
  readonly offers?: readonly OfferFact[];
  /** Absent: there are no advisories about its packages. */
  readonly scanning?: FormatScanning;
}
