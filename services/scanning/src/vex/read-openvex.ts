import { vexJustifications, vexStatuses } from '@packhouse/contract/scanning/vex.ts';
import { vexWords } from '@packhouse/contract/scanning/vex-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type ProductFit, readProduct } from './product.ts';
import {
  findDate,
  findText,
  needDate,
  needOneOf,
  needRecord,
  needText,
  needVersion,
  readList,
  readPart,
  readProse,
  readTexts,
  refuse,
  type Tally,
} from './reading.ts';
import { nameVulnerability, type StatedProduct, type Statement, statePart, stateProduct, type VexDocument } from './vex-document.ts';

// https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md

type Parent = Record<string, unknown>;

interface Identity {
  name: string;
  fit: ProductFit | undefined;
}

const isPurl = (text: string | undefined) => text?.startsWith('pkg:') ?? false;

/** A product or a part of one; older documents name it by a text alone. */
function identify(value: unknown, place: string): Identity {
  const record = typeof value === 'string' ? { '@id': value } : needRecord(value, place);
  const id = findText(record, '@id', place);
  const identifiers = readPart(record, 'identifiers', place);
  const hashes = readPart(record, 'hashes', place);
  const purl = findText(identifiers.record, 'purl', identifiers.place) ?? (isPurl(id) ? id : undefined);
  const sha256 = findText(hashes.record, 'sha-256', hashes.place);
  const name = id ?? purl ?? sha256 ?? findText(identifiers.record, 'cpe23', identifiers.place) ?? findText(identifiers.record, 'cpe22', identifiers.place);
  return { name: name ?? refuse(`${place}.@id`, say(vexWords.vex_text_missing)), fit: readProduct({ purl, sha256 }) };
}

function readProducts(statement: Parent, place: string, tally: Tally): StatedProduct[] {
  // Before 0.2.0 parts stood beside products.
  const shared = readList(statement, 'subcomponents', place).map((one) => identify(one.value, one.place));
  return readList(statement, 'products', place).flatMap((one) => {
    const product = identify(one.value, one.place);
    const own = typeof one.value === 'string' ? [] : readList(one.value as Parent, 'subcomponents', one.place).map((part) => identify(part.value, part.place));
    const parts = [...own, ...shared];
    for (let count = 0; count < Math.max(parts.length, 1); count++) tally.addProduct(one.place);
    return parts.length === 0 ? [stateProduct(product.name, product.fit)] : parts.map((part) => statePart(part.name, part.fit, product.name, product.fit));
  });
}

function readNames(statement: Parent, place: string): string[] {
  const value = statement.vulnerability;
  if (typeof value === 'string') return nameVulnerability([needText(statement, 'vulnerability', place)]);
  const here = `${place}.vulnerability`;
  const record = needRecord(value, here);
  return nameVulnerability([needText(record, 'name', here), ...readTexts(record, 'aliases', here)]);
}

function readStatement(statement: Parent, place: string, issued: Date, tally: Tally): Statement {
  tally.addStatement(place);
  const status = needOneOf(statement, 'status', place, vexStatuses);
  const justification = findText(statement, 'justification', place) === undefined ? null : needOneOf(statement, 'justification', place, vexJustifications);
  const impact = readProse(statement, 'impact_statement');
  if (status === 'not_affected' && justification === null && impact === '') refuse(place, say(vexWords.vex_why_missing));
  return {
    names: readNames(statement, place),
    status,
    justification: status === 'not_affected' ? justification : null,
    impact: impact || readProse(statement, 'status_notes'),
    action: readProse(statement, 'action_statement'),
    at: findDate(statement, 'last_updated', place) ?? findDate(statement, 'timestamp', place) ?? issued,
    products: readProducts(statement, place, tally),
  };
}

export const isOpenVex = (document: Parent): boolean => {
  const context = Object.hasOwn(document, '@context') ? document['@context'] : undefined;
  return typeof context === 'string' && /^https:\/\/openvex\.dev\/ns(?:\/|$)/.test(context);
};

/** @throws AppError `invalid_input` that names the place */
export function readOpenVex(document: Parent, tally: Tally): VexDocument {
  const issued = findDate(document, 'last_updated', '') ?? needDate(document, 'timestamp', '');
  const [id, issuer, version] = [needText(document, '@id', ''), needText(document, 'author', ''), needVersion(document, 'version', '')];
  const statements = readList(document, 'statements', '').map((one) => readStatement(needRecord(one.value, one.place), one.place, issued, tally));
  return { format: 'openvex', id, version, issued, issuer, title: '', statements };
}
