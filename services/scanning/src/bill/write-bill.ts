import { createHash } from 'node:crypto';
import type { BillFormat } from '@packhouse/contract/scanning/bill-routes.ts';
import type { Bill, BillPart } from './bill.ts';
import { getSerial, listLicences } from './cyclone-dx.ts';
import { joinLicences, unknown } from './spdx.ts';

const rootRef = ({ kind, name, version }: Bill) => `${kind.replace(' ', '-')}:${name}:${version}`;
const describeContent = (bill: Bill) => JSON.stringify([rootRef(bill), bill.parts.map(({ ref, hashes, holds }) => [ref, hashes, holds])]);

/** https://cyclonedx.org/docs/1.6/json/ */
function toComponent({ ref, name, version, purl, hashes, licences }: BillPart) {
  const sums = [...(hashes.sha1 ? [{ alg: 'SHA-1', content: hashes.sha1 }] : []), ...(hashes.sha256 ? [{ alg: 'SHA-256', content: hashes.sha256 }] : [])];
  return {
    type: purl === undefined ? 'file' : 'library',
    'bom-ref': ref,
    name,
    ...(version === '' ? {} : { version }),
    ...(purl === undefined ? {} : { purl }),
    ...(sums.length > 0 ? { hashes: sums } : {}),
    ...listLicences(licences),
  };
}

function writeCycloneDx(bill: Bill, toolVersion: string) {
  const root = rootRef(bill);
  return {
    bomFormat: 'CycloneDX' as const,
    specVersion: '1.6',
    serialNumber: getSerial(describeContent(bill)),
    version: 1,
    metadata: {
      timestamp: bill.at.toISOString(),
      tools: { components: [{ type: 'application', name: 'Packhouse', version: toolVersion }] },
      component: { type: 'application', 'bom-ref': root, name: bill.name, version: bill.version },
    },
    components: bill.parts.map(toComponent),
    dependencies: [{ ref: root, dependsOn: bill.holds }, ...bill.parts.map(({ ref, holds }) => (holds.length > 0 ? { ref, dependsOn: holds } : { ref }))],
  };
}

const makeId = (ref: string) => `SPDXRef-Package-${createHash('sha1').update(ref).digest('hex').slice(0, 20)}`;

/** https://spdx.github.io/spdx-spec/v2.3/ */
function toPackage({ ref, name, version, purl, hashes, licences }: Pick<BillPart, 'ref' | 'name' | 'version' | 'purl' | 'hashes' | 'licences'>) {
  const sums = [
    ...(hashes.sha1 ? [{ algorithm: 'SHA1', checksumValue: hashes.sha1 }] : []),
    ...(hashes.sha256 ? [{ algorithm: 'SHA256', checksumValue: hashes.sha256 }] : []),
  ];
  return {
    SPDXID: makeId(ref),
    name,
    ...(version === '' ? {} : { versionInfo: version }),
    downloadLocation: unknown,
    filesAnalyzed: false,
    licenseConcluded: unknown,
    licenseDeclared: joinLicences(licences),
    copyrightText: unknown,
    ...(sums.length > 0 ? { checksums: sums } : {}),
    ...(purl === undefined ? {} : { externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }] }),
  };
}

function writeSpdx(bill: Bill, toolVersion: string) {
  const root = rootRef(bill);
  const contains = (from: string, to: string) => ({ spdxElementId: makeId(from), relationshipType: 'CONTAINS', relatedSpdxElement: makeId(to) });
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `${bill.name}-${bill.version}`,
    documentNamespace: `urn:packhouse:spdx:${createHash('sha256').update(describeContent(bill)).digest('hex')}`,
    creationInfo: { created: bill.at.toISOString().replace(/\.\d+Z$/, 'Z'), creators: [`Tool: Packhouse-${toolVersion}`] },
    packages: [toPackage({ ref: root, name: bill.name, version: bill.version, hashes: {}, licences: [] }), ...bill.parts.map(toPackage)],
    relationships: [
      { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: makeId(root) },
      ...bill.holds.map((ref) => contains(root, ref)),
      ...bill.parts.flatMap(({ ref, holds }) => holds.map((one) => contains(ref, one))),
    ],
  };
}

/** Writes a bill so that it is the same every time nothing has changed. */
export function writeBill(bill: Bill, format: BillFormat, toolVersion: string) {
  return format === 'spdx' ? writeSpdx(bill, toolVersion) : writeCycloneDx(bill, toolVersion);
}
