import type { DistributionOrigin } from '../distribution-origin.ts';

/** As the distributions with advisories sign their packages as vendors, and how they mark their releases. */
const vendors: readonly { distribution: string; vendor: RegExp; mark: RegExp }[] = [
  { distribution: 'AlmaLinux', vendor: /^AlmaLinux\b/, mark: /[._+]el(?<release>\d+)(?![a-z0-9])/ },
  { distribution: 'Rocky Linux', vendor: /^Rocky (?:Linux|Enterprise Software Foundation)\b/, mark: /[._+]el(?<release>\d+)(?![a-z0-9])/ },
  { distribution: 'Mageia', vendor: /^Mageia\.Org\b/i, mark: /\.mga(?<release>\d+)(?![a-z0-9])/ },
];

/**
 * Which release of a distribution packages are of, by their own headers. `.el9` alone says only what a package was built for: whoever builds for one writes so.
 * https://docs.fedoraproject.org/en-US/packaging-guidelines/DistTag/
 */
export const rpmOrigin: DistributionOrigin = {
  ofPackage({ version, authors: [vendor = ''] }) {
    const { distribution, mark } = vendors.find((one) => one.vendor.test(vendor)) ?? {};
    const release = mark?.exec(version.slice(version.lastIndexOf('-')))?.groups?.release;
    return distribution === undefined || release === undefined ? undefined : { distribution, release };
  },
  sourceOf({ version, display: { Source: file = '' } }) {
    const { name, version: built } = /^(?<name>.+)-(?<version>[^-]+-[^-]+)\.(?:no)?src\.rpm$/.exec(file)?.groups ?? {};
    const epoch = /^\d+:/.exec(version)?.[0] ?? '';
    return name === undefined || built === undefined ? undefined : { name, version: `${epoch}${built}` };
  },
};
