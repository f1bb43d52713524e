import { plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { findRecord, ownText } from '@packhouse/formats/text/plain-json.ts';
import type { Component } from '../component/component.ts';
import { plainComponent } from '../component/ecosystem.ts';
import { readInstalledUrl } from '../component/package-url.ts';
import { cleanLicences } from './library.ts';
import { type Meter, UnreadableError } from './limits.ts';

const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const longestText = 1000;

/** A component and what the bill says of its licences. */
export interface ListedComponent {
  component: Component;
  licences: string[];
}

interface Described {
  url: string | undefined;
  name: string | undefined;
  version: string | undefined;
  licences: readonly unknown[];
}

/** By its package URL where it has one that is known, else by what it is called. */
function describe({ url, name, version, licences }: Described): ListedComponent[] {
  const known = url === undefined ? undefined : readInstalledUrl(url);
  const component = known ?? (name && version ? plainComponent(plainFormat, name.slice(0, 300), version.slice(0, 100)) : undefined);
  return component ? [{ component, licences: cleanLicences(licences) }] : [];
}

/** Each is one licence by its name in the SPDX list or another one, or an expression. https://cyclonedx.org/docs/1.6/json/#components_items_licenses */
const readStated = (value: unknown): unknown[] =>
  readList(value).map((one) => {
    const licence = findRecord(findRecord(one)?.license);
    return findRecord(one)?.expression ?? licence?.id ?? licence?.name;
  });

/** What nobody found out is called so. https://spdx.github.io/spdx-spec/v2.3/package-information/#713-concluded-license-field */
const isSaid = (licence: unknown) => licence !== undefined && licence !== 'NOASSERTION' && licence !== 'NONE';

/** Components, and those within them. https://cyclonedx.org/docs/1.6/json/ */
function* readCycloneDx(document: Record<string, unknown>): Generator<ListedComponent> {
  const waiting = [...readList(document.components)].reverse();
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const component = findRecord(one);
    if (!component) continue;
    const name = [ownText(component, 'group', longestText), ownText(component, 'name', longestText)].filter(Boolean).join('/');
    const [url, version] = [ownText(component, 'purl', longestText), ownText(component, 'version', longestText)];
    yield* describe({ url, name, version, licences: readStated(component.licenses) });
    for (const inner of readList(component.components)) waiting.push(inner);
  }
}

/** Packages, except what the document is about. https://spdx.github.io/spdx-spec/v2.3/ */
function* readSpdx(document: Record<string, unknown>): Generator<ListedComponent> {
  const relations = readList(document.relationships).map(findRecord);
  const described = relations.flatMap((one) => (one?.relationshipType === 'DESCRIBES' ? [one.relatedSpdxElement] : []));
  const roots = new Set<unknown>([...described, ...readList(document.documentDescribes)]);
  for (const one of readList(document.packages)) {
    const found = findRecord(one);
    // A document about a single package is about what it holds.
    if (!found || (roots.has(found.SPDXID) && readList(document.packages).length > 1)) continue;
    const references = readList(found.externalRefs).map(findRecord);
    const url = references.find((reference) => reference?.referenceType === 'purl');
    const licences = [found.licenseConcluded, found.licenseDeclared].filter(isSaid).slice(0, 1);
    const [name, version] = [ownText(found, 'name', longestText), ownText(found, 'versionInfo', longestText)];
    yield* describe({ url: url && ownText(url, 'referenceLocator', longestText), name, version, licences });
  }
}

/** What a bill of materials lists. @throws UnreadableError when it is none, or too much */
export function readBill(bytes: Buffer, meter: Meter): ListedComponent[] {
  let document: Record<string, unknown> | undefined;
  try {
    document = findRecord(JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, '')));
  } catch (cause) {
    throw new UnreadableError(say(scanningWords.no_bill), { cause });
  }
  const isCycloneDx = document?.bomFormat === 'CycloneDX';
  if (!document || !(isCycloneDx || /^SPDX-2\.\d+$/.test(ownText(document, 'spdxVersion', 20) ?? ''))) throw new UnreadableError(say(scanningWords.no_bill));
  const found = new Map<string, ListedComponent>();
  for (const listed of isCycloneDx ? readCycloneDx(document) : readSpdx(document)) {
    const { name, version, purl } = listed.component;
    if (found.has(purl)) continue;
    meter.components(1);
    meter.keep(name, version, purl, ...listed.licences);
    found.set(purl, listed);
  }
  return [...found.values()];
}
