import { z } from 'zod';
import { accessRules } from '../access-rule-words.ts';
import { isBuildRepository, isReleaseBundleRepository } from '../repository-keys.ts';
import { formatIds } from './format-ids.ts';
import { growthLimits } from './limits.ts';
import { repositoryRules } from './repository-words.ts';

/** Words that cannot be keys because they are parts of our own addresses. */
const reservedKeys = ['api', 'ui', 'v2', 'webapp', 'list', 'repo', 'simple', 'auto-trashcan', 'artifactory', 'access'];

/** A repository's key: it becomes a part of addresses, so only plain characters; `-cache` is kept for the content of remotes. */
export const RepositoryKey = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, repositoryRules.bundle_name_characters.en)
  .refine((key) => !key.endsWith('-cache'), repositoryRules.key_ends_like_cache.en)
  .refine((key) => !isBuildRepository(key), repositoryRules.key_ends_like_builds.en)
  .refine((key) => !isReleaseBundleRepository(key), repositoryRules.key_ends_like_bundles.en)
  .refine((key) => !reservedKeys.includes(key.toLowerCase()), accessRules.word_reserved.en);

const Pattern = z.string().min(1).max(512);

const ClientValues = z
  .record(z.string().max(64), z.unknown())
  .refine((values) => JSON.stringify(values).length <= 20_000, repositoryRules.too_much_text.en)
  .default({});

const common = {
  /** Ant patterns over paths that the repository serves and accepts. */
  includePatterns: z.array(Pattern).max(100).default(['**']),
  excludePatterns: z.array(Pattern).max(100).default([]),
  notes: z.string().max(4000).default(''),
  /** A name that this repository has is never looked for in members without this mark. */
  priorityResolution: z.boolean().default(false),
  /** Visitors get nothing here, whatever they may read. */
  requireSignIn: z.boolean().default(false),
  /** Holds and serves only packages of this kind, one of its format's; '' for all of them. */
  contentKind: z.string().max(40).default(''),
  /** Existing clients wrote this and read it back; it has no effect. */
  clientValues: ClientValues,
};

/** Repositories that store have these too. */
const storing = {
  ...common,
  /** Nothing is served and nothing is taken. */
  blackedOut: z.boolean().default(false),
  /** What comes in is scanned. */
  scanned: z.boolean().default(true),
  /** Large files may be fetched from the store itself, where it can be reached by clients. */
  downloadRedirect: z.boolean().default(true),
  handleReleases: z.boolean().default(true),
  handleSnapshots: z.boolean().default(true),
};

/** Name of the key pair that signs the listings (Debian, RPM, Alpine); '' for the platform's own keys. */
const KeyPairName = z.string().max(64).default('');

/** Names under which builds of snapshots are stored: as they come, with the time and number of the build, or without. */
const snapshotNames = ['deployer', 'unique', 'non-unique'] as const;

export const LocalSettings = z.object({
  ...storing,
  /** How many builds of one snapshot stay; 0 keeps all. */
  maxUniqueSnapshots: z.int().min(0).max(10_000).default(0),
  snapshotNames: z.enum(snapshotNames).default('deployer'),
  /** Containers: how many tags of one image stay; 0 keeps all. */
  maxUniqueTags: z.int().min(0).max(10_000).default(0),
  /** Containers: take image manifests whose layers are not all stored here. */
  acceptIncompleteImages: z.boolean().default(false),
  /** Takes packages that say of themselves they belong to another path (poms). */
  takesMisplaced: z.boolean().default(false),
  keyPair: KeyPairName,
  /** How much it may hold, in MB of 1024 × 1024 bytes; 0 for no limit. */
  quotaMegabytes: z.int().min(0).max(1_000_000_000).default(0),
  /** Beyond the quota there is only a warning in the log and the storage summary; otherwise uploads are refused. */
  quotaOnlyWarns: z.boolean().default(false),
});
export type LocalSettings = z.output<typeof LocalSettings>;

/** An address to contact. Whoever sees it sees all of it, so credentials have fields of their own. */
export const UpstreamUrl = z
  .url({ protocol: /^https?$/, error: repositoryRules.give_upstream_address.en })
  .max(2000)
  // Some programs take a backslash for a slash and others do not, so that each would contact another server.
  .refine((url) => !url.includes('\\'), { error: repositoryRules.give_upstream_address.en })
  .refine((url) => !URL.canParse(url) || `${new URL(url).username}${new URL(url).password}` === '', {
    error: repositoryRules.credentials_in_address.en,
  });

/** One of these is done about checksum files beside the files of an upstream (Maven and Gradle). */
export const checksumPolicies = ['generate', 'fail', 'ignore'] as const;

/** Headers that belong to the request itself cannot be chosen, nor those by which credentials of others would be told. */
const HeaderName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, repositoryRules.header_name_characters.en)
  .refine(
    (name) => !/^(?:host|content-length|transfer-encoding|connection|upgrade|te|trailer|expect|cookie)$/i.test(name),
    repositoryRules.header_not_choosable.en,
  );

/** A header that the upstream is sent. The value of a sensitive one is kept apart, encrypted, and never answered: an empty one stands for what is kept. */
const CustomHeader = z.strictObject({
  name: HeaderName,
  value: z
    .string()
    .max(4000)
    .regex(/^[\t\x20-\x7e]*$/, repositoryRules.header_value_characters.en),
  sensitive: z.boolean().default(false),
});

export const RemoteSettings = z.object({
  ...storing,
  url: UpstreamUrl,
  username: z.string().max(256).default(''),
  /** The upstream may be at a private address. */
  allowPrivate: z.boolean().default(false),
  /** Serve only what is stored; never contact the upstream. */
  offline: z.boolean().default(false),
  metadataSeconds: z.int().min(0).max(31_536_000).default(600),
  pointerSeconds: z.int().min(0).max(31_536_000).default(60),
  missedSeconds: z.int().min(0).max(31_536_000).default(300),
  assumedOfflineSeconds: z.int().min(0).max(86_400).default(30),
  storeLocally: z.boolean().default(true),
  timeoutSeconds: z.number().min(0.001).max(600).default(15),
  /** A listing that takes longer is answered from the copy that is here; 0 for no such limit. */
  listingTimeoutSeconds: z.number().min(0).max(600).default(0),
  /** In virtual repositories: when this upstream fails, no other is asked in its place. */
  hardFail: z.boolean().default(false),
  /** Every request to the upstream ends with this query. */
  queryParams: z
    .string()
    .max(2000)
    .regex(/^[\x21-\x7e]*$/, repositoryRules.query_characters.en)
    .regex(/^[^#?]*$/, repositoryRules.query_characters.en)
    .default(''),
  customHeaders: z.array(CustomHeader).max(20).default([]),
  /** Never ask an upstream for the head of a file alone. */
  bypassHead: z.boolean().default(false),
  /** A file that arrives as another type than its name says is not taken where that type is among those refused: it is a page that says something else. */
  refuseOtherTypes: z.boolean().default(false),
  /** These types; none named: pages. */
  refusedTypes: z.array(z.string().max(200)).max(50).default([]),
  /** Copies of files that nobody has fetched for so long are deleted; 0 keeps them. */
  unusedHours: z.int().min(0).max(876_000).default(0),
  /** Containers: what the upstream puts before image names of one part; '' for nothing, absent: found out by asking. */
  officialNamespace: z.string().max(128).optional(),
  /** Key of the outgoing proxy for this upstream; '' for the default one. */
  proxy: z.string().max(2000).default(''),
  /** No proxy at all, not even the default one. */
  disableProxy: z.boolean().default(false),
  /** Names of the keys of which one must have signed the upstream's listing (Debian and RPM); none: it is not checked. */
  trustedKeys: z.array(z.string().max(64)).max(50).default([]),
  /** Name of the client certificate that the upstream is shown; '' for none. */
  clientTlsCertificate: z.string().max(64).default(''),
  /**
   * `generate`: a file must fit its checksum file, where there is one; `fail`: and there must be one; `ignore`: they are not asked for.
   * Clients are always given the checksums of what is served.
   */
  checksumPolicy: z.enum(checksumPolicies).default('generate'),
  /** Passes on what an upstream keeps at another path than it says of itself (poms). */
  takesMisplaced: z.boolean().default(true),
});
export type RemoteSettings = z.output<typeof RemoteSettings>;

export const VirtualSettings = z.object({
  ...common,
  /** A name published in a local member is never asked of the remote members. */
  claims: z.boolean().default(true),
  defaultDeployment: z.string().optional(),
  keyPair: KeyPairName,
});
export type VirtualSettings = z.output<typeof VirtualSettings>;

const Description = z.string().max(1000).default('');

/** Where a repository belongs: key of its project, '' for none, and the environments it is in. */
const place = { projectKey: z.string().max(200), environments: z.array(z.string().min(1).max(200)).max(20) };
const newPlace = { projectKey: place.projectKey.default(''), environments: place.environments.default([]) };
const Secret = z.string().max(4000);

/** Creating takes this, by class. */
export const RepositoryInput = z.discriminatedUnion('class', [
  z.strictObject({
    class: z.literal('local'),
    key: RepositoryKey,
    format: z.enum(formatIds),
    description: Description,
    ...newPlace,
    settings: LocalSettings.prefault({}),
  }),
  z.strictObject({
    class: z.literal('remote'),
    key: RepositoryKey,
    format: z.enum(formatIds),
    description: Description,
    ...newPlace,
    settings: RemoteSettings,
    /** Written only; never answered. */
    password: Secret.optional(),
  }),
  z.strictObject({
    class: z.literal('virtual'),
    key: RepositoryKey,
    format: z.enum(formatIds),
    description: Description,
    ...newPlace,
    settings: VirtualSettings.prefault({}),
    members: z.array(z.string()).max(growthLimits.members.most).default([]),
  }),
]);
/** A repository to be made; without a place it belongs to no project. */
export type RepositoryInput = Placeable<z.output<typeof RepositoryInput>>;
type Placeable<Input> = Input extends { projectKey: string; environments: string[] }
  ? Omit<Input, 'projectKey' | 'environments'> & Partial<Pick<Input, 'projectKey' | 'environments'>>
  : never;

/** Changing takes this: class and format stay; what is not named stays as it is. */
export const RepositoryChange = z.strictObject({
  description: z.string().max(1000).optional(),
  /** Single settings of the repository's class; null takes one away, so that it is as if never set. */
  settings: z.record(z.string(), z.unknown()).optional(),
  /** An empty text removes the password. */
  password: Secret.optional(),
  members: z.array(z.string()).max(growthLimits.members.most).optional(),
  projectKey: place.projectKey.optional(),
  environments: place.environments.optional(),
});
export type RepositoryChange = z.output<typeof RepositoryChange>;
