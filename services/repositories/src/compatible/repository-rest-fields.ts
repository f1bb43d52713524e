import { type FormatId, getCard, isContainerFormat, type RepositoryClass } from '@packhouse/contract/repositories/format-ids.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { z } from 'zod';

interface Shared {
  name: string;
  classes: readonly RepositoryClass[];
  schema: z.ZodType;
  /** Formats of which it says something; all of them unless said. */
  isFor?: ((format: FormatId) => boolean) | undefined;
  /** Answered only to whoever wrote it. */
  isToldWhenGiven?: boolean | undefined;
}

/** A field that a setting of ours obeys. */
export interface ObeyedField extends Shared {
  kind: 'obeyed';
  setting: string;
  /** Gives the setting for a value that fits the schema. */
  toSetting(value: unknown): unknown;
  toField(setting: unknown): unknown;
}

/** A field that has no effect by nature: it is given back as it was written. */
export interface KeptField extends Shared {
  kind: 'kept';
  usual: unknown;
}

/** A field of which only some values are served: those that say what is so anyway, and what clients always send. Others are refused by name. */
export interface FixedField extends Shared {
  kind: 'fixed';
  usual: unknown;
  values: readonly unknown[];
}

export type RestField = ObeyedField | KeptField | FixedField;

const everywhere = ['local', 'remote', 'virtual'] as const;
const storing = ['local', 'remote'] as const;
const local = ['local'] as const;
const remote = ['remote'] as const;
const virtual = ['virtual'] as const;

const text = z.string();
const flag = z.boolean();
const count = z.int().min(0);
const texts = z.array(z.string());

interface Mapping<Value, Setting> {
  setting?: string;
  toSetting?: (value: Value) => Setting;
  toField?: (setting: Setting) => Value;
  isFor?: (format: FormatId) => boolean;
  isToldWhenGiven?: boolean;
}

function obeyed<Value, Setting = Value>(
  name: string,
  classes: Shared['classes'],
  schema: z.ZodType<Value>,
  mapping: Mapping<Value, Setting> = {},
): ObeyedField {
  const { setting = name, toSetting, toField, ...rest } = mapping;
  return {
    kind: 'obeyed',
    name,
    classes,
    schema,
    setting,
    toSetting: (value) => (toSetting ? toSetting(value as Value) : value),
    toField: (value) => (toField ? toField(value as Setting) : value),
    ...rest,
  };
}

const kept = (name: string, classes: Shared['classes'], schema: z.ZodType, usual: unknown): KeptField => ({
  kind: 'kept',
  name,
  classes,
  schema,
  usual,
  isToldWhenGiven: usual === undefined,
});

/** Told to everybody; `fixed` ones only to whoever wrote them. */
const always = (name: string, classes: Shared['classes'], usual: unknown, ...also: unknown[]): FixedField => ({
  kind: 'fixed',
  name,
  classes,
  schema: z.unknown(),
  usual,
  values: [usual, ...also],
});
const fixed = (name: string, classes: Shared['classes'], usual: unknown, ...also: unknown[]): FixedField => ({
  ...always(name, classes, usual, ...also),
  isToldWhenGiven: true,
});

const splitList = (value: string) =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** Our word for everything is theirs with a slash. */
const joinPatterns = (patterns: readonly string[]) => patterns.map((pattern) => (pattern === '**' ? '**/*' : pattern)).join(',');

const hasSnapshots = (format: FormatId) => getFormat(format).snapshots !== undefined;
const hasKinds = (format: FormatId) => getCard(format).contentKinds !== undefined;
const isSigned = (format: FormatId) => getFormat(format).indexed?.signedBy !== undefined;

/** Names of the checksum policies in configurations. We never pass an upstream's checksums on, so that `pass-thru` is as good as ignoring them. */
const checksumPolicies: Readonly<Record<string, string>> = {
  'generate-if-absent': 'generate',
  fail: 'fail',
  'ignore-and-generate': 'ignore',
  'pass-thru': 'ignore',
};

const Header = z.looseObject({ name: z.string(), value: z.string().nullish(), sensitive: z.boolean().nullish() });
type Header = z.output<typeof Header>;
interface CustomHeader {
  name: string;
  value: string;
  sensitive: boolean;
}

/** What stands for a secret that is not shown; clients send back what they read. */
export const secretMask = '********';
export const isMask = (value: string) => /^\*+$/.test(value);

const signIn = { setting: 'requireSignIn', isToldWhenGiven: true };

const commonFields: readonly RestField[] = [
  obeyed('notes', everywhere, text),
  obeyed('includesPattern', everywhere, text, { setting: 'includePatterns', toSetting: splitList, toField: joinPatterns }),
  obeyed('excludesPattern', everywhere, text, { setting: 'excludePatterns', toSetting: splitList, toField: joinPatterns }),
  obeyed('priorityResolution', everywhere, flag),
  obeyed('blackedOut', storing, flag),
  obeyed('xrayIndex', storing, flag, { setting: 'scanned' }),
  obeyed('downloadRedirect', storing, flag),
  obeyed('handleReleases', storing, flag, { isFor: hasSnapshots }),
  obeyed('handleSnapshots', storing, flag, { isFor: hasSnapshots }),
  obeyed('forceMavenAuthentication', everywhere, flag, signIn),
  obeyed('forceNugetAuthentication', everywhere, flag, signIn),
  obeyed('forceConanAuthentication', everywhere, flag, signIn),
  obeyed('primaryKeyPairRef', ['local', 'virtual'], text, { setting: 'keyPair', isFor: isSigned }),
  fixed('secondaryKeyPairRef', everywhere, ''),
  always('propertySets', storing, []),
  always('cdnRedirect', storing, false),
  always('archiveBrowsingEnabled', storing, false),
];

const localFields: readonly RestField[] = [
  obeyed('maxUniqueSnapshots', local, count, { isFor: hasSnapshots }),
  obeyed('snapshotVersionBehavior', local, z.enum(['deployer', 'unique', 'non-unique']), { setting: 'snapshotNames', isFor: hasSnapshots }),
  obeyed('maxUniqueTags', local, count, { isFor: isContainerFormat }),
  fixed('blockPushingSchema1', local, true),
  fixed('dockerTagRetention', local, 1),
  fixed('checksumPolicyType', local, 'client-checksums'),
];

const remoteFields: readonly RestField[] = [
  obeyed('username', remote, text),
  obeyed('offline', remote, flag),
  obeyed('hardFail', remote, flag),
  obeyed('storeArtifactsLocally', remote, flag, { setting: 'storeLocally' }),
  obeyed('queryParams', remote, text),
  obeyed('socketTimeoutMillis', remote, z.int().min(1), {
    setting: 'timeoutSeconds',
    toSetting: (value) => value / 1000,
    toField: (value) => Math.round(value * 1000),
  }),
  obeyed('metadataRetrievalTimeoutSecs', remote, count, { setting: 'listingTimeoutSeconds' }),
  obeyed('retrievalCachePeriodSecs', remote, count, { setting: 'metadataSeconds' }),
  obeyed('missedRetrievalCachePeriodSecs', remote, count, { setting: 'missedSeconds' }),
  obeyed('assumedOfflinePeriodSecs', remote, count, { setting: 'assumedOfflineSeconds' }),
  obeyed('unusedArtifactsCleanupPeriodHours', remote, count, { setting: 'unusedHours' }),
  obeyed('allowPrivateAddresses', remote, flag, { setting: 'allowPrivate' }),
  obeyed('proxy', remote, text),
  obeyed('disableProxy', remote, flag),
  obeyed('clientTlsCertificate', remote, text),
  obeyed('bypassHeadRequests', remote, flag, { setting: 'bypassHead' }),
  obeyed('blockMismatchingMimeTypes', remote, flag, { setting: 'refuseOtherTypes' }),
  obeyed('mismatchingMimeTypesOverrideList', remote, text, { setting: 'refusedTypes', toSetting: splitList, toField: (types) => types.join(',') }),
  obeyed('remoteRepoChecksumPolicyType', remote, z.enum(['generate-if-absent', 'fail', 'ignore-and-generate', 'pass-thru']), {
    setting: 'checksumPolicy',
    toSetting: (value) => checksumPolicies[value],
    toField: (policy) => (policy === 'fail' ? policy : policy === 'ignore' ? 'ignore-and-generate' : 'generate-if-absent'),
  }),
  obeyed<Header[], CustomHeader[]>('customHttpHeaders', remote, z.array(Header), {
    setting: 'customHeaders',
    toSetting: (headers) =>
      headers.map(({ name, value, sensitive }) => ({ name, value: isMask(value ?? '') ? '' : (value ?? ''), sensitive: sensitive === true })),
    toField: (headers) => headers.map((header) => ({ ...header, value: header.sensitive ? secretMask : header.value })),
  }),
  ...['synchronizeProperties', 'shareConfiguration', 'allowAnyHostAuth', 'enableCookieManagement', 'listRemoteFolderItems'].map((name) =>
    always(name, remote, false),
  ),
  ...['disableUrlNormalization', 'curated', 'passThrough', 'retrieveSha256FromServer', 'propagateQueryParams'].map((name) => fixed(name, remote, false)),
  ...['fetchJarsEagerly', 'fetchSourcesEagerly', 'rejectInvalidJars'].map((name) => fixed(name, remote, false)),
  always('localAddress', remote, ''),
  fixed('maxUniqueSnapshots', remote, 0),
  fixed('maxUniqueTags', remote, 0),
  fixed('dockerProjectId', remote, ''),
  // Every registry's way of asking for credentials is followed.
  fixed('enableTokenAuthentication', remote, false, true),
  fixed('blockPushingSchema1', remote, false, true),
  fixed('feedContextPath', remote, 'api/v2', ''),
  fixed('downloadContextPath', remote, 'api/v2/package', ''),
  fixed('pyPIRepositorySuffix', remote, 'simple', ''),
  fixed('vcsType', remote, 'GIT'),
  fixed('vcsGitProvider', remote, 'ARTIFACTORY', 'GITHUB'),
  fixed('vcsGitDownloadUrl', remote, ''),
  fixed('chartsBaseUrl', remote, ''),
  // Nothing is fetched from there: where providers are is said by their listing, and symbols are not served. Clients write the usual address of each.
  fixed('terraformProvidersUrl', remote, 'https://releases.hashicorp.com', 'https://releases.hashicorp.com/', ''),
  fixed('symbolServerUrl', remote, 'https://symbols.nuget.org/download/symbols', 'https://symbols.nuget.org/download/symbols/', ''),
  fixed(
    'contentSynchronisation',
    remote,
    { enabled: false, statistics: { enabled: false }, properties: { enabled: false }, source: { originAbsenceDetection: false } },
    { enabled: false },
  ),
];

const virtualFields: readonly RestField[] = [
  obeyed('defaultDeploymentRepo', virtual, text, {
    setting: 'defaultDeployment',
    toSetting: (value): string | null => value || null,
    toField: (value) => value ?? '',
  }),
  // Merged listings are made anew whenever a member changes: never older than any period.
  kept('virtualRetrievalCachePeriodSecs', virtual, count, 7200),
  // It says what to read ahead; everything that members hold is listed.
  kept('debianDefaultArchitectures', virtual, text, undefined),
  always('artifactoryRequestsCanRetrieveRemoteArtifacts', virtual, false, true),
  // Poms are given out as they were put in; clients write the other value unasked.
  fixed('pomRepositoryReferencesCleanupPolicy', virtual, 'nothing', 'discard_active_reference'),
  fixed('keyPair', virtual, ''),
  fixed('resolveDockerTagsByTimestamp', virtual, false),
  fixed('useNamespaces', virtual, false),
  fixed('p2Urls', virtual, []),
];

/** Fields of single package types, wherever they are written. Where two values are taken, clients write the second unasked, and the first is what is so: the note of the call names them. */
const typeFields: readonly RestField[] = [
  fixed('dockerApiVersion', everywhere, 'V2'),
  obeyed('suppressPomConsistencyChecks', storing, flag, { setting: 'takesMisplaced', isFor: hasSnapshots }),
  fixed('externalDependenciesEnabled', everywhere, false),
  // They say something only where the field before is on.
  kept('externalDependenciesPatterns', everywhere, texts, undefined),
  kept('externalDependenciesRemoteRepo', everywhere, text, undefined),
  // Listings are packed with gzip alone.
  fixed('optionalIndexCompressionFormats', everywhere, []),
  fixed('yumRootDepth', everywhere, 0),
  fixed('calculateYumMetadata', everywhere, true, false),
  fixed('enableFileListsIndexing', everywhere, true, false),
  fixed('yumGroupFileNames', everywhere, ''),
  fixed('debianTrivialLayout', everywhere, false),
  fixed('ddebSupported', everywhere, false),
  fixed('cargoAnonymousAccess', everywhere, false),
  fixed('cargoInternalIndex', everywhere, true, false),
  obeyed<string | undefined, string>('terraformType', everywhere, z.enum(['module', 'provider']).optional(), {
    setting: 'contentKind',
    toSetting: (kind) => kind ?? '',
    toField: (kind) => kind || undefined,
    isFor: hasKinds,
  }),
  fixed('forceNonDuplicateChart', everywhere, false),
  fixed('forceMetadataNameVersion', everywhere, false),
  fixed('enableConanSupport', everywhere, true, false),
];

/** Every field of a configuration that is not the repository's own: what becomes of it stands here and nowhere else. */
export const restFields: readonly RestField[] = [...commonFields, ...localFields, ...remoteFields, ...virtualFields, ...typeFields];

/**
 * Some package types name the server of the listing apart from the one of the files. Ours is asked for the listing, and that says where the files are.
 */
export const listingAddresses: readonly string[] = ['pyPIRegistryUrl', 'v3FeedUrl', 'gitRegistryUrl', 'terraformRegistryUrl', 'composerRegistryUrl'];

/** The fields that say something of a repository like this. */
export function fieldsFor(repositoryClass: RepositoryClass, format: FormatId): RestField[] {
  return restFields.filter(({ classes, isFor }) => classes.includes(repositoryClass) && (isFor?.(format) ?? true));
}
