import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '@packhouse/contract/errors.ts';
import { createXzDecompress } from '../archive/xz.ts';
import type { DistributionOrigin, DistributionRelease, OriginListings, PackageList } from '../distribution-origin.ts';
import { documentRefusals } from '../document-refusals.ts';
import { clearText } from '../text/clear-text.ts';
import { splitText } from '../text/split-text.ts';
import { getField } from './control-fields.ts';
import { card } from './debian-card.ts';
import { readSums } from './debian-index.ts';
import { compareDebianVersions } from './debian-version-order.ts';

/** https://www.debian.org/releases/ and https://wiki.ubuntu.com/Releases: suites that go by other names, such as `stable`, are another release every other year. */
const codenames: Readonly<Record<string, readonly [distribution: 'Debian' | 'Ubuntu', release: string]>> = {
  jessie: ['Debian', '8'],
  stretch: ['Debian', '9'],
  buster: ['Debian', '10'],
  bullseye: ['Debian', '11'],
  bookworm: ['Debian', '12'],
  trixie: ['Debian', '13'],
  forky: ['Debian', '14'],
  duke: ['Debian', '15'],
  trusty: ['Ubuntu', '14.04'],
  xenial: ['Ubuntu', '16.04'],
  bionic: ['Ubuntu', '18.04'],
  focal: ['Ubuntu', '20.04'],
  jammy: ['Ubuntu', '22.04'],
  noble: ['Ubuntu', '24.04'],
  oracular: ['Ubuntu', '24.10'],
  plucky: ['Ubuntu', '25.04'],
  questing: ['Ubuntu', '25.10'],
};

/** What the release itself brings and what corrects it; of backports, which are versions of other releases, no tracker speaks. */
const suite = /^(?<codename>[a-z]+)(?:[-/](?:security|updates|proposed|proposed-updates))?(?:\/updates)?$/;

function ofSuite(name: string): DistributionRelease | undefined {
  const [distribution, release] = codenames[suite.exec(name)?.groups?.codename ?? ''] ?? [];
  return distribution === undefined || release === undefined ? undefined : { distribution, release };
}

/** Others have suites of these names, too, whose packages no advisories of a distribution are about. */
function ofRelease(text: string): DistributionRelease | undefined {
  const found = ofSuite(getField(text, 'Codename') ?? '') ?? ofSuite(getField(text, 'Suite') ?? '');
  const isOther = getField(text, 'Origin') !== found?.distribution || /backports/.test(getField(text, 'Suite') ?? '');
  return isOther ? undefined : found;
}

const packings = new Map([
  ['.gz', createGunzip],
  ['.xz', createXzDecompress],
]);
const listPath = /\/binary-[^/]+\/Packages(?<packing>\.gz|\.xz)?$/;
const longestLine = 4 * 1024 * 1024;
/** Bytes of a listing when it is unpacked; the largest known one has a fifth. */
const longestList = 256 * 1024 * 1024;
const fileLine = 'Filename: ';

/** A few kilobytes may hold a listing without an end. */
async function* limit(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of text) {
    length += chunk.length;
    if (length > longestList) throw new AppError(documentRefusals.upstream_document_too_large);
    yield chunk;
  }
}

async function* readPaths({ path }: PackageList, body: Readable): AsyncGenerator<string> {
  const unpack = packings.get(listPath.exec(path)?.groups?.packing ?? '');
  const text = unpack ? pipeline(body, unpack(), () => undefined) : body;
  for await (const line of splitText(limit(text as AsyncIterable<Buffer>), '\n', longestLine))
    if (line.startsWith(fileLine)) yield line.slice(fileLine.length).trim().replace(/^\.\//, '');
}

const listings: OriginListings = {
  ofSuite,
  listSuites: (properties) => properties[card.coordinates.properties.distributions] ?? [],
  isHead: (path) => /^dists\/.+\/(?:InRelease|Release)$/.test(path) && !/\/binary-[^/]+\/Release$/.test(path),
  readHead(text) {
    const head = clearText(text.replace(/\r\n/g, '\n'));
    const release = ofRelease(head);
    return release && { release, lists: [...readSums(head)].filter(([path]) => listPath.test(path)).map(([path, sha256]) => ({ path, sha256 })) };
  },
  readPaths,
  oldest: (releases) => releases.toSorted((one, other) => compareDebianVersions(one.release, other.release))[0],
};

/** Which release of a distribution packages are of, by the suites that list them. */
export const debianOrigin: DistributionOrigin = {
  listings,
  sourceOf({ display: { Source: text = '' } }) {
    const { name, version } = /^(?<name>\S+)(?:\s+\((?<version>[^)]+)\))?$/.exec(text.trim())?.groups ?? {};
    return name === undefined ? undefined : { name, ...(version === undefined ? {} : { version }) };
  },
};
