import { createHash } from 'node:crypto';
import { AppError } from '@packhouse/contract/errors.ts';
import { vexWords } from '@packhouse/contract/scanning/vex-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { findRecord } from '@packhouse/formats/text/plain-json.ts';
import { isCsaf, readCsaf } from './read-csaf.ts';
import { isCycloneDx, readCycloneDxVex } from './read-cyclonedx.ts';
import { isOpenVex, readOpenVex } from './read-openvex.ts';
import { refuse, requirePlain, Tally } from './reading.ts';
import type { VexDocument } from './vex-document.ts';

/** A document and its name, which is made of its content where it has none. */
export type NamedDocument = VexDocument & { id: string; sha256: string };

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const document = findRecord(JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, '')));
    if (document) return document;
  } catch {
    // What is no JSON is none of the formats.
  }
  throw new AppError(vexWords.vex_unreadable);
}

/** What a document says. @throws AppError `invalid_input`, which names the place in the document */
export function readVex(bytes: Buffer, now = new Date()): NamedDocument {
  const document = parse(bytes);
  requirePlain(document);
  const tally = new Tally();
  const read = () => {
    if (isOpenVex(document)) return readOpenVex(document, tally);
    if (isCycloneDx(document)) return readCycloneDxVex(document, tally, now);
    if (isCsaf(document)) return readCsaf(document, tally);
    throw new AppError(vexWords.vex_unreadable);
  };
  const found = read();
  if (found.statements.length === 0) refuse(found.format === 'openvex' ? 'statements' : 'vulnerabilities', say(vexWords.vex_nothing_said));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ...found, id: found.id ?? `sha256:${sha256}`, sha256 };
}
