import { compareApkVersions } from '@packhouse/formats/alpine/apk-version-order.ts';
import { compareDebianVersions } from '@packhouse/formats/debian/debian-version-order.ts';
import { compareVersions as compareGemVersions } from '@packhouse/formats/gems/gem-version.ts';
import { compareVersions as compareMavenVersions } from '@packhouse/formats/maven/maven-version-order.ts';
import { compareVersions as compareNugetVersions } from '@packhouse/formats/nuget/nuget-version.ts';
import { compareVersions as comparePythonVersions, normalVersion as normalPythonVersion } from '@packhouse/formats/pypi/pypi-names.ts';
import semver from 'semver';
import { cargoEcosystem } from '../component/ecosystem.ts';

/** How the versions of an ecosystem are ordered. */
export interface VersionOrder {
  /** Whether it is a version at all; others are compared by their text only. */
  knows(version: string): boolean;
  /** Negative when a is older than b; both are known. */
  compare(a: string, b: string): number;
}

const semantic = (loose: boolean): VersionOrder => ({
  knows: (version) => semver.valid(version, { loose }) !== null,
  compare: (a, b) => semver.compare(a, b, { loose }),
});

/** Versions of a distribution begin with a digit; anything longer than a file name is none. */
const numbered = (compare: (a: string, b: string) => number): VersionOrder => ({ knows: (version) => /^\d[^\s]{0,254}$/.test(version), compare });

const orders: Readonly<Record<string, VersionOrder>> = {
  npm: semantic(true),
  [cargoEcosystem]: semantic(false),
  Go: semantic(false),
  PyPI: { knows: (version) => normalPythonVersion(version) !== undefined, compare: comparePythonVersions },
  Maven: { knows: (version) => /^[^\s]{1,254}$/.test(version), compare: compareMavenVersions },
  NuGet: { knows: (version) => /^\d+(\.\d+){0,3}([-+][0-9A-Za-z.+-]*)?$/.test(version) && version.length < 255, compare: compareNugetVersions },
  RubyGems: { knows: (version) => /^\d+(\.[0-9A-Za-z]+)*(-[0-9A-Za-z._-]+)?$/.test(version) && version.length < 255, compare: compareGemVersions },
  Debian: numbered(compareDebianVersions),
  Ubuntu: numbered(compareDebianVersions),
  Alpine: numbered(compareApkVersions),
};

/** The order of an ecosystem's versions; undefined for ecosystems whose rules are not known here. */
export function orderOf(ecosystem: string): VersionOrder | undefined {
  return Object.hasOwn(orders, ecosystem) ? orders[ecosystem] : undefined;
}
