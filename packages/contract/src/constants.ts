import { formatsPlaced, formatsWith, getCard } from './repositories/format-ids.ts';

/** Every constant that the specification fixes for what is there, in one place. Milliseconds unless said. A check sees to it that each is read. */
export const constants = {
  /** Beginning of the console's addresses. */
  pathPrefix: '/ui/',
  /** A script that has not come after this time will not come. */
  chunkLoadTimeout: 120_000,
  /** A micro-frontend not mounted after this time has failed. */
  maximumMountTime: 100_000,
  /** A micro-frontend is fetched again after this time: one week. */
  microfrontendLifetime: 604_800_000,
  /** How long the page is remembered that somebody wanted before they had to sign in. */
  loginRedirectLifetime: 3_600_000,
  /** Whoever comes back after this time has their session checked. */
  idleThreshold: 60_000,
  /** How often the quick start asks whether an image has arrived. */
  quickStartPolling: 3000,
  /** How long a button says that it has copied. */
  copiedIndicator: 2000,
  /** Image with which the quick start is tried out, and its tags. */
  sampleImage: { name: 'hello-world', pulledTag: 'latest', pushedTag: '1.0.0' },
  /** Where the quick start looks for the pulled image, in the cache of the remote repository. */
  pullCheckPath: 'library/hello-world/latest/list.manifest.json',
  /** Where it looks for the pushed one, in the local repository. */
  pushCheckPath: 'hello-world/1.0.0/manifest.json',
  /** The key of a remote repository's cache ends with this. */
  cacheSuffix: '-cache',
  /** Project that the questionnaire makes. */
  defaultProject: { name: 'Default Project', key: 'dflt' },
  /** Longest key of a project, in characters. */
  projectKeyLength: 128,
  /** Package types that somebody can begin with. */
  onboardingTypes: formatsPlaced(({ quickStart }) => quickStart?.place).map((id) => getCard(id).quickStart!.type),
  /** Fewer letters of a package are searched for only inside a chosen place. */
  packageSearchMinimum: 3,
  /** Rows of a page of packages, unless said otherwise. */
  packagePageSize: 100,
  /** The constant 5 of the search, whose meaning is not shown: ours is how many recent searches are kept. */
  recentSearches: 5,
  /** Package types of the search toolbar. */
  packageSearchTypes: ['All', ...formatsPlaced(({ searchPlace }) => searchPlace)],
  /** The counter of the template page: so many steps, one each interval. */
  counterAnimation: { steps: 50, interval: 50 },
  /** Width of the walk-me-through dialog, in pixels. */
  dialogWidth: 420,
  /** Ports of addresses that name none. */
  defaultPorts: { http: 80, https: 443 },
  /** Rows of a page of the component search. */
  componentSearchRows: 20,
  /** Rows of a page of violations. */
  violationRows: 25,
  /** Versions from which on release bundles have their new pages. */
  releaseBundleVersions: { artifactory: '7.48.0', distribution: '2.16.0' },
  /** How long after a support bundle the list is read again. */
  supportBundleRefresh: 3000,
  /** How often a log on screen is read again; reading can be paused. */
  logRefresh: 10_000,
  /** Units that an uptime is told in, and what stands where it is not known. */
  uptime: { units: 2, absent: 'unavailable' },
  /** Severities that the specification orders, the worst first. */
  severityOrder: ['High', 'Medium', 'Low', 'Unknown'],
  /** Package types whose version is a folder of several files; one of them is no format here. */
  folderFormats: ['ivy', ...formatsWith(({ versionIsFolder }) => versionIsFolder)],
  /** How long notifications stay: of failures and warnings, and of everything else. */
  notifications: { long: 4500, short: 3000 },
  /** Constants of scan data whose meaning is not shown: ours are how often a scan's state is asked for, and how often again when that fails. */
  scanData: { refresh: 20_000, retries: 3 },
  /** How many packages, versions and files are fetched at a time; the values are not shown, ours are those of a page. */
  packageFetchLimits: { packages: 100, versions: 100, files: 100 },
} as const;
