import { AppError } from '@packhouse/contract/errors.ts';
import { growthLimits } from '@packhouse/contract/repositories/limits.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { documentRefusals } from '../document-refusals.ts';
import { parseBounded } from '../text/bounded-json.ts';
import { findRecord, ownText, ownValue } from '../text/plain-json.ts';
import { refusals } from './npm-refusals.ts';

function mapOwn(document: unknown, key: string, keep: (value: unknown, name: string) => unknown): Record<string, unknown> {
  const entries = Object.entries(findRecord(ownValue(document, key)) ?? {}).filter(([name]) => name !== '__proto__');
  return Object.fromEntries(entries.map(([name, value]) => [name, keep(value, name)]));
}

function keepVersion(version: unknown): unknown {
  const dist = ownValue(version, 'dist');
  return { deprecated: ownText(version, 'deprecated', 2000), dist: { shasum: ownText(dist, 'shasum'), integrity: ownText(dist, 'integrity') } };
}

/** Provenance is kept whole, the rest of an attachment has been stored. */
function keepAttachment(attachment: unknown, name: string): unknown {
  return { length: ownValue(attachment, 'length'), ...(name.endsWith('.sigstore') ? { data: ownValue(attachment, 'data') } : {}) };
}

/** Reads what publishing looks at in the document around a tarball: what the package says counts, and not what the client says of it. */
export async function readDocument(bytes: Buffer): Promise<Record<string, unknown>> {
  let document: unknown;
  try {
    document = parseBounded(bytes, () => new AppError(refusals.npm_document_too_large));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError(documentRefusals.body_is_no_valid_json, {}, { cause });
  }
  const { most } = growthLimits.tags;
  if (Object.keys(findRecord(ownValue(document, 'dist-tags')) ?? {}).length > most) throw new AppError(storageWords.package_has_too_many_tags, { most });
  return {
    name: ownValue(document, 'name'),
    _rev: ownText(document, '_rev', 200),
    'dist-tags': mapOwn(document, 'dist-tags', (version) => (typeof version === 'string' ? version.slice(0, 300) : undefined)),
    versions: mapOwn(document, 'versions', keepVersion),
    _attachments: mapOwn(document, '_attachments', keepAttachment),
  };
}
