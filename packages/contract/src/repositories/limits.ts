/** A bound that the platform obeys: what may be at most, of what. `docs/limits.md` lists all of them. */
export interface Limit {
  readonly most: number;
  readonly unit: 'bytes' | 'characters' | 'days' | 'entries' | 'megabytes' | 'seconds';
  /** Completes 'At most so many …'. */
  readonly what: string;
}

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** Bounds of what everybody who may deploy can make grow. */
export const growthLimits = {
  tags: { most: 2000, unit: 'entries', what: 'of tags (movable names) of a package' },
  versions: { most: 100_000, unit: 'entries', what: 'of versions of a package in a local repository, tags of an image among them' },
  files: { most: 20_000, unit: 'entries', what: 'of files of a version in a local repository' },
  properties: { most: 1000, unit: 'entries', what: 'of values of all properties of a file or a folder' },
  members: { most: 200, unit: 'entries', what: 'of members of a virtual repository' },
  policies: { most: 100, unit: 'entries', what: 'of retention policies of a project' },
} as const satisfies Record<string, Limit>;

/** Bounds of signed statements about files. */
export const evidenceLimits = {
  envelope: { most: megabyte, unit: 'bytes', what: 'of an envelope with a signed statement' },
  pieces: { most: 100, unit: 'entries', what: 'of pieces of evidence about one content' },
} as const satisfies Record<string, Limit>;

/** Bounds of what clients say of the scans that they make. */
export const clientEventLimits = {
  document: { most: 64 * kilobyte, unit: 'bytes', what: 'of what a client says of a scan at once' },
  each: { most: 500, unit: 'entries', what: 'of events and messages of the clients of one user; the oldest give way' },
  age: { most: 90, unit: 'days', what: 'for which events and messages of clients are kept' },
} as const satisfies Record<string, Limit>;

/** Bounds of a query in the language of existing clients. */
export const queryLimits = {
  text: { most: megabyte, unit: 'bytes', what: 'of a query' },
  values: { most: 40_000, unit: 'entries', what: 'of values in a query, brackets among them' },
  criteria: { most: 10_000, unit: 'entries', what: 'of comparisons in a query; one of a property counts as three' },
} as const satisfies Record<string, Limit>;

/** Bounds of what is read in a package, near what is kept of it. */
export const readingLimits = {
  memory: { most: 512, unit: 'megabytes', what: 'of memory that a thread takes to read a package' },
  time: { most: 10, unit: 'seconds', what: 'of work on a package, and one more for each 16 MB of it' },
  listingTime: { most: 60, unit: 'seconds', what: 'of work on a listing of an upstream, and one more for each 16 MB of it' },
  factText: { most: 2 * megabyte, unit: 'characters', what: 'of all that is kept about a version' },
  factValues: { most: 100_000, unit: 'entries', what: 'of all that is kept about a version: values and keys together' },
  archive: { most: 32 * megabyte, unit: 'bytes', what: 'of all members that are read in one archive' },
  chart: { most: megabyte, unit: 'bytes', what: 'of a `Chart.yaml`' },
  condaInfo: { most: 64 * megabyte, unit: 'bytes', what: 'of what a conda package says of itself, unpacked' },
  condaIndex: { most: megabyte, unit: 'bytes', what: 'of the `index.json` and the `about.json` of a conda package, and of a record in a listing' },
  condaListing: { most: 768 * megabyte, unit: 'bytes', what: 'of an upstream’s listing of conda packages, unpacked' },
  control: { most: megabyte, unit: 'bytes', what: 'of the `control` file of a Debian package' },
  controlArchive: { most: 64 * megabyte, unit: 'bytes', what: 'of the unpacked control archive of a Debian package' },
  coreMetadata: { most: 2 * megabyte, unit: 'bytes', what: 'of a `METADATA` or `PKG-INFO`' },
  crateMetadata: { most: 2 * megabyte, unit: 'bytes', what: 'of what cargo says about a crate' },
  crateFeatures: { most: 5000, unit: 'entries', what: 'of features of a crate' },
  formText: { most: 8 * megabyte, unit: 'characters', what: 'of all fields of a form' },
  goMod: { most: 2 * megabyte, unit: 'bytes', what: 'of a `go.mod`' },
  hubCommit: { most: 32 * megabyte, unit: 'bytes', what: 'of a commit to a model, a dataset or a space, with the files that stand in it itself' },
  modelCard: { most: megabyte, unit: 'bytes', what: 'of a model card, of which what is behind is not read' },
  npmDocument: { most: 32 * megabyte, unit: 'bytes', what: 'of the document around the tarball that npm publishes' },
  jsonTokens: { most: 4_000_000, unit: 'entries', what: 'of values, keys and brackets of a JSON document that a client publishes' },
  nuspec: { most: 512 * kilobyte, unit: 'bytes', what: 'of a `.nuspec`' },
  packageJson: { most: 2 * megabyte, unit: 'bytes', what: 'of a `package.json`' },
  pom: { most: 2 * megabyte, unit: 'bytes', what: 'of a pom' },
  yamlLexemes: { most: 400_000, unit: 'entries', what: 'of words and marks of the YAML of a package; a line has about five' },
} as const satisfies Record<string, Limit>;
