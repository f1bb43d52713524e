import { createHash } from 'node:crypto';
import { isContainerFormat } from '@packhouse/contract/repositories/format-ids.ts';
import type { Context } from '../context.ts';
import type { LicensedRow } from '../summary/finding.ts';
import { toHeld } from '../summary/issues.ts';
import { readHeld } from '../summary/version-contents.ts';
import type { TargetRow } from '../target/target.ts';

// https://cyclonedx.org/docs/1.6/json/

/** More components than any scan may find. */
const mostComponents = 100_000;

/** A UUID of version 5 shape that is the same for the same content: two documents about it are the same document. */
export function getSerial(text: string): string {
  const hex = createHash('sha1').update(`packhouse ${text}`).digest('hex');
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Licences as texts, which may be anything that somebody wrote. https://cyclonedx.org/docs/1.6/json/#components_items_licenses */
export const listLicences = (names: readonly string[]) => (names.length > 0 ? { licenses: names.map((name) => ({ license: { name } })) } : {});

function toComponent(rows: readonly LicensedRow[]) {
  const { name, version, purl } = toHeld(rows[0]!);
  const occurrences = [...new Set(rows.map(({ location }) => location))].filter((location) => location !== '').map((location) => ({ location }));
  const licences = [...new Set(rows.flatMap((row) => row.licences))].sort();
  return { type: 'library', 'bom-ref': purl, name, version, purl, ...listLicences(licences), ...(occurrences.length > 0 ? { evidence: { occurrences } } : {}) };
}

/** Writes what a version consists of, as a document that says the same every time it is made. */
export async function writeCycloneDx({ db, platform }: Pick<Context, 'db' | 'platform'>, targets: readonly [TargetRow, ...TargetRow[]]) {
  const [main] = targets;
  const rows = await readHeld(db, targets, { limit: mostComponents, offset: 0 });
  const [self, inner] = [
    rows.find(({ component_id }) => component_id === main.component_id),
    rows.filter(({ component_id }) => component_id !== main.component_id),
  ];
  const byPurl = [...Map.groupBy(inner, ({ purl }) => purl).entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const licences = [...new Set(targets.flatMap((target) => target.licences))].sort();
  const purl = self?.purl ?? main.package;
  return {
    bomFormat: 'CycloneDX' as const,
    specVersion: '1.6',
    serialNumber: getSerial(targets.map(({ sha256 }) => sha256).join(' ')),
    version: 1,
    metadata: {
      timestamp: (main.scanned_at ?? main.created_at).toISOString(),
      tools: { components: [{ type: 'application', name: 'Packhouse', version: platform.version }] },
      component: {
        type: isContainerFormat(main.format) ? 'container' : 'library',
        'bom-ref': purl,
        name: main.package,
        version: main.version,
        ...(self ? { purl: self.purl } : {}),
        hashes: [{ alg: 'SHA-256', content: main.sha256 }],
        ...listLicences(licences),
      },
    },
    components: byPurl.map(([, same]) => toComponent(same)),
    dependencies: [{ ref: purl, dependsOn: byPurl.map(([ref]) => ref) }, ...byPurl.map(([ref]) => ({ ref }))],
  };
}
