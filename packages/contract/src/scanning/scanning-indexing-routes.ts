// Which repositories are scanned, as existing clients read and say it.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

const api = `${prefixes.scanning}/api/v1/binMgr`;

/** There is one, of this name. */
export const binaryManager = 'default';

const Id = z.object({ id: z.string().max(100) });
const Query = z.object({ projectKey: z.string().max(100).optional() });
const Indexed = z.object({ name: z.string(), type: z.string(), pkg_type: z.string() });
const Listing = z.object({ bin_mgr_id: z.string(), indexed_repos: z.array(Indexed), non_indexed_repos: z.array(Indexed) });
export type RepositoryIndexing = z.output<typeof Listing>;

export const listBinaryManagers = route('listBinaryManagers', {
  summary: 'The storage whose repositories are scanned',
  method: 'GET',
  url: api,
  access: 'administrator',
  reply: z.array(z.object({ binMgrId: z.string(), binMgrUrl: z.string(), version: z.string(), proxy_enabled: z.literal(false) })),
  compatible: { provenBy: [proofs.indexing] },
});

export const readRepositoryIndexing = route('readRepositoryIndexing', {
  summary: 'Which repositories are scanned, and which are not',
  method: 'GET',
  url: `${api}/:id/repos`,
  access: 'administrator',
  params: Id,
  query: Query,
  reply: Listing,
  compatible: { provenBy: [proofs.indexing], note: 'the setting `xrayIndex` of local and remote repositories' },
});

const Named = z.looseObject({ name: z.string().min(1).max(100), type: z.string().nullish(), pkg_type: z.string().nullish() });
export type NamedRepository = z.output<typeof Named>;

export const changeRepositoryIndexing = route('changeRepositoryIndexing', {
  summary: 'Say which repositories are scanned',
  method: 'PUT',
  url: `${api}/:id/repos`,
  access: 'administrator',
  params: Id,
  query: Query,
  body: z.strictObject({
    bin_mgr_id: z.string().nullish(),
    indexed_repos: z.array(Named).max(10_000).nullish(),
    non_indexed_repos: z.array(Named).max(10_000).nullish(),
  }),
  reply: Listing,
  compatible: {
    provenBy: [proofs.indexing],
    note: '`indexed_repos` is the whole list: repositories that it does not name are scanned no more; without it only those of `non_indexed_repos` change',
  },
});

const BuildName = z.string().min(1).max(300);
const BuildListing = z.object({ bin_mgr_id: z.string(), indexed_builds: z.array(z.string()), non_indexed_builds: z.array(z.string()) });
export type BuildIndexing = z.output<typeof BuildListing>;

export const readBuildIndexing = route('readBuildIndexing', {
  summary: 'Which builds are judged, and which are not',
  method: 'GET',
  url: `${api}/:id/builds`,
  access: 'administrator',
  params: Id,
  query: Query,
  reply: BuildListing,
  compatible: { provenBy: [proofs.judgedBuilds], note: 'all builds are judged until somebody chooses some' },
});

export const changeBuildIndexing = route('changeBuildIndexing', {
  summary: 'Say which builds are judged',
  method: 'PUT',
  url: `${api}/:id/builds`,
  access: 'administrator',
  params: Id,
  query: Query,
  body: z.strictObject({
    bin_mgr_id: z.string().nullish(),
    indexed_builds: z.array(BuildName).max(10_000).nullish(),
    non_indexed_builds: z.array(BuildName).max(10_000).nullish(),
  }),
  reply: BuildListing,
  compatible: {
    provenBy: [proofs.judgedBuilds],
    note: '`indexed_builds` is the whole list: builds that it does not name are judged no more, those included that come later; without it only those of `non_indexed_builds` are taken out',
  },
});

const BundleListing = z.object({ bin_mgr_id: z.string(), indexed_release_bundle_v2: z.array(z.string()), non_indexed_release_bundle_v2: z.array(z.string()) });
export type ReleaseBundleIndexing = z.output<typeof BundleListing>;
/** Existing clients may put the kind of repository before it: `[release-bundles-v2]/name`. */
const BundleName = BuildName.transform((name) => name.replace(/^\[[^\]]*\]\//, ''));

export const readReleaseBundleIndexing = route('readReleaseBundleIndexing', {
  summary: 'Which release bundles are judged, and which are not',
  method: 'GET',
  url: `${api}/:id/release_bundle_v2`,
  access: 'administrator',
  params: Id,
  query: Query,
  reply: BundleListing,
  compatible: { provenBy: [proofs.judgedBundles], note: 'all release bundles are judged until somebody chooses some' },
});

export const changeReleaseBundleIndexing = route('changeReleaseBundleIndexing', {
  summary: 'Say which release bundles are judged',
  method: 'PUT',
  url: `${api}/:id/release_bundle_v2`,
  access: 'administrator',
  params: Id,
  query: Query,
  body: z.strictObject({
    bin_mgr_id: z.string().nullish(),
    indexed_release_bundle_v2: z.array(BundleName).max(10_000).nullish(),
    non_indexed_release_bundle_v2: z.array(BundleName).max(10_000).nullish(),
  }),
  reply: BundleListing,
  compatible: {
    provenBy: [proofs.judgedBundles],
    note: '`indexed_release_bundle_v2` is the whole list: release bundles that it does not name are judged no more, those included that come later; without it only those of `non_indexed_release_bundle_v2` are taken out',
  },
});

export const addIndexedBuilds = route('addIndexedBuilds', {
  summary: 'Have more builds judged',
  method: 'POST',
  url: `${api}/builds`,
  access: 'administrator',
  query: Query,
  body: z.object({ names: z.array(BuildName).min(1).max(10_000) }),
  status: 200,
  reply: z.object({ info: z.string() }),
  compatible: { provenBy: [proofs.judgedBuilds] },
});
