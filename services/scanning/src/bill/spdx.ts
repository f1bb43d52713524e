import { createHash } from 'node:crypto';
import type { Context } from '../context.ts';
import type { HeldRow, LicensedRow } from '../summary/finding.ts';
import { toHeld } from '../summary/issues.ts';
import { readHeld } from '../summary/version-contents.ts';
import type { TargetRow } from '../target/target.ts';

// https://spdx.github.io/spdx-spec/v2.3/

const mostComponents = 100_000;
export const unknown = 'NOASSERTION';

const makeId = (purl: string) => `SPDXRef-Package-${createHash('sha1').update(purl).digest('hex').slice(0, 20)}`;

function toPackage(row: Pick<HeldRow, 'name' | 'version' | 'purl' | 'ecosystem' | 'distro' | 'location' | 'layer'>, more: object = {}) {
  const { name, version, purl } = toHeld(row as HeldRow);
  return {
    SPDXID: makeId(purl),
    name,
    versionInfo: version,
    downloadLocation: unknown,
    filesAnalyzed: false,
    licenseConcluded: unknown,
    licenseDeclared: unknown,
    copyrightText: unknown,
    externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
    ...more,
  };
}

/** A text of a licence that may stand in a document: what is no expression is said in a comment only. */
const isExpression = (text: string) => /^[A-Za-z0-9.+() -]+$/.test(text);

/** All that is stated applies together. */
export function joinLicences(licences: readonly string[]): string {
  const known = [...new Set(licences)].filter(isExpression).sort();
  if (known.length === 0) return unknown;
  return known.map((one) => (one.includes(' ') && known.length > 1 ? `(${one})` : one)).join(' AND ');
}

/** Writes what a version consists of, as a document that says the same every time it is made. `licences`: set by somebody, else none. */
export async function writeSpdx({ db, platform }: Pick<Context, 'db' | 'platform'>, targets: readonly [TargetRow, ...TargetRow[]], set: readonly string[]) {
  const [main] = targets;
  const rows = await readHeld(db, targets, { limit: mostComponents, offset: 0 });
  const self = rows.find(({ component_id }) => component_id === main.component_id);
  const inner = [...new Map(rows.filter(({ component_id }) => component_id !== main.component_id).map((row) => [row.purl, row])).values()];
  inner.sort((a, b) => (a.purl < b.purl ? -1 : 1));
  const root = toPackage(self ?? { name: main.package, version: main.version, purl: main.package, ecosystem: '-', distro: '', location: '', layer: null }, {
    licenseDeclared: joinLicences(targets.flatMap(({ licences }) => licences)),
    licenseConcluded: set[0] !== undefined && isExpression(set[0]) ? set[0] : unknown,
    checksums: [{ algorithm: 'SHA256', checksumValue: main.sha256 }],
  });
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `${main.package}-${main.version}`,
    documentNamespace: `urn:packhouse:spdx:${main.sha256}`,
    creationInfo: { created: (main.scanned_at ?? main.created_at).toISOString().replace(/\.\d+Z$/, 'Z'), creators: [`Tool: Packhouse-${platform.version}`] },
    packages: [root, ...inner.map((row: LicensedRow) => toPackage(row, { licenseDeclared: joinLicences(row.licences) }))],
    relationships: [
      { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: root.SPDXID },
      ...inner.map(({ purl }) => ({ spdxElementId: root.SPDXID, relationshipType: 'CONTAINS', relatedSpdxElement: makeId(purl) })),
    ],
  };
}
