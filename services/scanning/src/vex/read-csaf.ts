import { type VexStatus, vexJustifications } from '@packhouse/contract/scanning/vex.ts';
import { vexWords } from '@packhouse/contract/scanning/vex-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { findRecord, ownValue } from '@packhouse/formats/text/plain-json.ts';
import { type ProductTree, readAbout, readProductTree, stateById } from './csaf-products.ts';
import { findText, needDate, needOneOf, needText, needVersion, readPart, readProse, readRecords, readTexts, refuse, type Tally } from './reading.ts';
import { nameVulnerability, type Statement, type VexDocument } from './vex-document.ts';

// https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html#45-profile-5-vex

type Parent = Record<string, unknown>;

/** Lists of products with what they say. What is said last holds, so that nothing stands below that is to be feared: nothing to be feared comes first. */
const lists: readonly (readonly [string, VexStatus])[] = [
  ['known_not_affected', 'not_affected'],
  ['fixed', 'fixed'],
  ['first_fixed', 'fixed'],
  ['under_investigation', 'under_investigation'],
  ['known_affected', 'affected'],
  ['first_affected', 'affected'],
  ['last_affected', 'affected'],
];

interface Remark {
  about: ReadonlySet<string> | undefined;
  text: string;
}

const findRemark = (remarks: readonly Remark[], id: string) => remarks.find(({ about }) => about === undefined || about.has(id))?.text;

/** What is remarked of products: why they are not affected, and what to do. */
function readRemarks(tree: ProductTree, vulnerability: Parent, place: string) {
  const flags = readRecords(vulnerability, 'flags', place).map(({ record, place: here }) => ({
    about: readAbout(tree, record, here),
    text: needOneOf(record, 'label', here, vexJustifications) as string,
  }));
  const told = (key: string, isMeant: (record: Parent) => boolean) =>
    readRecords(vulnerability, key, place)
      .filter(({ record }) => isMeant(record))
      .map(({ record, place: here }) => ({ about: readAbout(tree, record, here), text: readProse(record, 'details') }));
  return { flags, impacts: told('threats', ({ category }) => category === 'impact'), actions: told('remediations', () => true) };
}

function readNames(vulnerability: Parent, place: string): string[] {
  const cve = findText(vulnerability, 'cve', place);
  const ids = readRecords(vulnerability, 'ids', place).map(({ record, place: here }) => needText(record, 'text', here));
  const names = nameVulnerability([...(cve === undefined ? [] : [cve]), ...ids]);
  return names.length > 0 ? names : refuse(`${place}.cve`, say(vexWords.vex_text_missing));
}

/** One statement for all products of which the same is said. */
function readVulnerability(tree: ProductTree, vulnerability: Parent, place: string, { issued, tally }: { issued: Date; tally: Tally }): Statement[] {
  const names = readNames(vulnerability, place);
  const { flags, impacts, actions } = readRemarks(tree, vulnerability, place);
  const product = readPart(vulnerability, 'product_status', place);
  return lists.flatMap(([key, status]) => {
    const here = `${product.place}.${key}`;
    const said = readTexts(product.record, key, product.place).map((id, index) => {
      tally.addProduct(`${here}[${index}]`);
      const isFree = status === 'not_affected';
      const justification = isFree ? (findRemark(flags, id) ?? null) : null;
      const texts = { justification, impact: (isFree && findRemark(impacts, id)) || '', action: (!isFree && findRemark(actions, id)) || '' };
      return { ...texts, product: stateById(tree, id, `${here}[${index}]`) };
    });
    const same = Map.groupBy(said, ({ justification, impact, action }) => JSON.stringify([justification, impact, action]));
    return [...same.values()].map((those): Statement => {
      tally.addStatement(here);
      const { justification, impact, action } = those[0]!;
      return { names, status, justification, impact, action, at: issued, products: those.map((one) => one.product) };
    });
  });
}

export const isCsaf = (document: Parent): boolean => typeof ownValue(findRecord(ownValue(document, 'document')), 'csaf_version') === 'string';

/** @throws AppError `invalid_input` that names the place */
export function readCsaf(document: Parent, tally: Tally): VexDocument {
  const head = readPart(document, 'document', '');
  needOneOf(head.record, 'category', head.place, ['csaf_vex']);
  needOneOf(head.record, 'csaf_version', head.place, ['2.0', '2.1']);
  const [publisher, tracking] = [readPart(head.record, 'publisher', head.place), readPart(head.record, 'tracking', head.place)];
  const issued = needDate(tracking.record, 'current_release_date', tracking.place);
  const tree = readProductTree(document);
  return {
    format: 'csaf',
    id: needText(tracking.record, 'id', tracking.place),
    version: needVersion(tracking.record, 'version', tracking.place),
    issued,
    issuer: needText(publisher.record, 'name', publisher.place),
    title: readProse(head.record, 'title'),
    statements: readRecords(document, 'vulnerabilities', '').flatMap(({ record, place }) => readVulnerability(tree, record, place, { issued, tally })),
  };
}
