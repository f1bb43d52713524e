import { justifications } from '@packhouse/contract/scanning/analysis.ts';
import type { VexStatus } from '@packhouse/contract/scanning/vex.ts';
import { vexWords } from '@packhouse/contract/scanning/vex-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type ProductFit, readProduct } from './product.ts';
import { findDate, findText, needOneOf, needText, needVersion, readList, readPart, readProse, readRecords, refuse, type Tally } from './reading.ts';
import { nameVulnerability, type StatedProduct, type Statement, statePart, stateProduct, type VexDocument } from './vex-document.ts';

// https://cyclonedx.org/docs/1.6/json/#vulnerabilities

type Parent = Record<string, unknown>;

const states = ['resolved', 'resolved_with_pedigree', 'exploitable', 'in_triage', 'false_positive', 'not_affected'] as const;
const meaning: Readonly<Record<(typeof states)[number], VexStatus>> = {
  resolved: 'fixed',
  resolved_with_pedigree: 'fixed',
  exploitable: 'affected',
  in_triage: 'under_investigation',
  false_positive: 'not_affected',
  not_affected: 'not_affected',
};

interface Described {
  name: string;
  purl: string | undefined;
  sha256: string | undefined;
}

/** What a document is about, and what it lists, by the names it has there. */
interface Contents {
  main: (Described & { refs: ReadonlySet<string> }) | undefined;
  listed: ReadonlyMap<string, Described>;
}

function describe(component: Parent, place: string): Described {
  const purl = findText(component, 'purl', place);
  const sums = readRecords(component, 'hashes', place).filter(({ record }) => record.alg === 'SHA-256');
  const [first] = sums;
  const title = [findText(component, 'name', place), findText(component, 'version', place)].filter(Boolean).join(' ');
  return { name: purl ?? title, purl, sha256: first && needText(first.record, 'content', first.place) };
}

function readContents(document: Parent): Contents {
  const metadata = readPart(document, 'metadata', '');
  const main = metadata.record.component === undefined ? undefined : readPart(metadata.record, 'component', metadata.place);
  const listed = new Map<string, Described>();
  const waiting = readRecords(document, 'components', '').reverse();
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const ref = findText(one.record, 'bom-ref', one.place);
    // A file that is a part is known by its package: what has the same content lies elsewhere, too.
    if (ref !== undefined) listed.set(ref, { ...describe(one.record, one.place), sha256: undefined });
    waiting.push(...readRecords(one.record, 'components', one.place));
  }
  if (!main) return { main: undefined, listed };
  const told = describe(main.record, main.place);
  const refs = [findText(main.record, 'bom-ref', main.place), told.purl].filter((ref) => ref !== undefined);
  return { main: { ...told, refs: new Set(refs) }, listed };
}

const isLink = (ref: string) => ref.startsWith('urn:cdx:');

/** What a reference leads to; one into another document leads to what is known there alone. */
function resolve({ listed }: Contents, ref: string, place: string): Described {
  const found = listed.get(ref);
  if (found) return found;
  if (ref.startsWith('pkg:')) return { name: ref, purl: ref, sha256: undefined };
  return isLink(ref) ? { name: ref, purl: undefined, sha256: undefined } : refuse(place, say(vexWords.vex_reference_unknown, { value: ref.slice(0, 200) }));
}

/** Versions that are named, and what is said of them; without any it is all of them. */
function readVersions(affected: Parent, place: string): { told: Pick<Parent, 'version' | 'range'>; status: string }[] {
  return readRecords(affected, 'versions', place).map(({ record, place: here }) => ({
    told: { version: findText(record, 'version', here), range: findText(record, 'range', here) },
    status: findText(record, 'status', here) ?? 'affected',
  }));
}

const plain = (purl: string) => purl.replace(/@[^@/?#]*(?=[?#]|$)/, '');

/** The product that one reference is about, at one version or within a range where these are named. */
function stateOne({ main }: Contents, { name, purl, sha256 }: Described, ref: string, told: { version?: unknown; range?: unknown } = {}): StatedProduct {
  const isNarrowed = told.version !== undefined || told.range !== undefined;
  const narrowed =
    typeof told.version === 'string' && purl !== undefined
      ? readProduct({ purl: `${plain(purl)}@${encodeURIComponent(told.version)}` })
      : readProduct({ purl: purl && plain(purl), range: String(told.range) });
  const fit: ProductFit | undefined = isNarrowed ? narrowed : readProduct({ purl, sha256 });
  const called = isNarrowed ? `${name} ${String(told.version ?? told.range)}` : name;
  if (!main || main.refs.has(ref)) return stateProduct(called, fit);
  return statePart(called, fit, main.name, readProduct(main));
}

/** Of what is narrowed to versions only those count that are said to be as the analysis has it. */
const agrees = (status: VexStatus, told: string) => (status === 'not_affected' || status === 'fixed' ? told === 'unaffected' : told === 'affected');

function readProducts(contents: Contents, vulnerability: Parent, place: string, { status, tally }: { status: VexStatus; tally: Tally }): StatedProduct[] {
  return readRecords(vulnerability, 'affects', place).flatMap(({ record, place: here }) => {
    const ref = needText(record, 'ref', here);
    const described = contents.main?.refs.has(ref) ? contents.main : resolve(contents, ref, `${here}.ref`);
    const versions = readVersions(record, here);
    const counted = versions.filter((one) => agrees(status, one.status));
    for (let count = 0; count < Math.max(versions.length, 1); count++) tally.addProduct(here);
    return versions.length === 0 ? [stateOne(contents, described, ref)] : counted.map(({ told }) => stateOne(contents, described, ref, told));
  });
}

function readStatement(contents: Contents, vulnerability: Parent, place: string, { issued, tally }: { issued: Date; tally: Tally }): Statement[] {
  const analysis = readPart(vulnerability, 'analysis', place);
  // What nobody has analysed says nothing.
  if (findText(analysis.record, 'state', analysis.place) === undefined) return [];
  tally.addStatement(place);
  const status = meaning[needOneOf(analysis.record, 'state', analysis.place, states)];
  const isJustified = findText(analysis.record, 'justification', analysis.place) !== undefined;
  const justification = isJustified ? needOneOf(analysis.record, 'justification', analysis.place, justifications) : null;
  const others = readRecords(vulnerability, 'references', place).map(({ record, place: here }) => needText(record, 'id', here));
  return [
    {
      names: nameVulnerability([needText(vulnerability, 'id', place), ...others]),
      status,
      justification: status === 'not_affected' ? justification : null,
      impact: readProse(analysis.record, 'detail'),
      action:
        readProse(vulnerability, 'recommendation') ||
        readList(analysis.record, 'response', analysis.place)
          .map(({ value }) => String(value).slice(0, 100))
          .join(', '),
      at: findDate(analysis.record, 'lastUpdated', analysis.place) ?? findDate(analysis.record, 'firstIssued', analysis.place) ?? issued,
      products: readProducts(contents, vulnerability, place, { status, tally }),
    },
  ];
}

function readIssuer(document: Parent): string {
  const metadata = readPart(document, 'metadata', '');
  const named = ['supplier', 'manufacturer', 'manufacture'].map((key) => {
    const one = readPart(metadata.record, key, metadata.place);
    return findText(one.record, 'name', one.place);
  });
  const authors = readRecords(metadata.record, 'authors', metadata.place).map(({ record, place }) => findText(record, 'name', place));
  return [...named, ...authors].find((name) => name !== undefined) ?? refuse('metadata', say(vexWords.vex_issuer_missing));
}

export const isCycloneDx = (document: Parent): boolean => Object.hasOwn(document, 'bomFormat') && document.bomFormat === 'CycloneDX';

/** @throws AppError `invalid_input` that names the place */
export function readCycloneDxVex(document: Parent, tally: Tally, now: Date): VexDocument {
  const metadata = readPart(document, 'metadata', '');
  const issued = findDate(metadata.record, 'timestamp', metadata.place) ?? now;
  const contents = readContents(document);
  const statements = readRecords(document, 'vulnerabilities', '').flatMap(({ record, place }) => readStatement(contents, record, place, { issued, tally }));
  return {
    format: 'cyclonedx',
    id: findText(document, 'serialNumber', ''),
    version: document.version === undefined ? '1' : needVersion(document, 'version', ''),
    issued,
    issuer: readIssuer(document),
    title: contents.main?.name ?? '',
    statements,
  };
}
