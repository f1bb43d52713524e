import { AppError, type ErrorCode } from '@packhouse/contract/errors.ts';
import { XMLParser } from 'fast-xml-parser';
import { documentRefusals } from '../document-refusals.ts';
import { unescapeMarkup } from './html-text.ts';
import { findRecord, ownValue, plainText } from './plain-json.ts';

const options = {
  parseTagValue: false,
  processEntities: false,
  trimValues: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
};
const parser = new XMLParser({ ...options, ignoreAttributes: true });
const attributeParser = new XMLParser({ ...options, ignoreAttributes: false, attributeNamePrefix: '@', parseAttributeValue: false });

/**
 * Reads a small XML document into plain records; attributes are left out unless asked for (then `@name`, beside `#text`), entities of the document's own are refused, so nothing in it expands or is fetched.
 * @throws AppError `code` when it is not well formed, declares entities, or is not what `root` says
 */
export function parseXml(bytes: Buffer, root: string, code: ErrorCode, { attributes = false } = {}): Record<string, unknown> {
  const text = plainText(bytes.toString('utf8').replace(/^\uFEFF/, ''), bytes.length);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new AppError(documentRefusals.xml_declares_type, {}, { code });
  let document: unknown;
  try {
    document = (attributes ? attributeParser : parser).parse(text, true);
  } catch (cause) {
    throw new AppError(documentRefusals.xml_malformed, { reason: (cause as Error).message.slice(0, 200) }, { code, cause });
  }
  const value = ownValue(document, root);
  if (value === undefined) throw new AppError(documentRefusals.xml_has_other_root, { root }, { code });
  return findRecord(value) ?? {};
}

/** The text of a child element. */
export function childText(element: unknown, name: string, limit = 10_000): string | undefined {
  const value = ownValue(element, name);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first !== '' ? plainText(unescapeMarkup(first), limit) : undefined;
}

/** All child elements of a name, be it none, one or many. */
export function children(element: unknown, name: string): readonly unknown[] {
  const value = ownValue(element, name);
  if (value === undefined || value === '') return [];
  return Array.isArray(value) ? value : [value];
}
