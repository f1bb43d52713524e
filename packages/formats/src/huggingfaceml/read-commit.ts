import { AppError } from '@packhouse/contract/errors.ts';
import { growthLimits, readingLimits } from '@packhouse/contract/repositories/limits.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { PackageFacts, StagedFile } from '../format.ts';
import { findRecord, ownText, ownValue, plainText } from '../text/plain-json.ts';
import { isFile, leadFile } from './hub-place.ts';
import { refusals } from './huggingfaceml-refusals.ts';
import { type ModelCard, readCard, readFacts } from './model-facts.ts';

export type Change =
  | { kind: 'file'; path: string; content: Uint8Array }
  /** Its content has been uploaded, or is in another file. */
  | { kind: 'large'; path: string; oid: string; size?: number }
  | { kind: 'gone'; path: string }
  | { kind: 'folder-gone'; path: string };

export interface CommitDocument {
  title: string;
  description: string;
  /** The branch has to be there still. */
  parent?: string;
  changes: Change[];
}

const unreadable = (cause?: unknown) => new AppError(refusals.hub_commit_unreadable, {}, { cause });

function readLine(line: string): { key: string; value: Record<string, unknown> } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch (cause) {
    throw unreadable(cause);
  }
  const [key, value] = [ownText(parsed, 'key', 50), findRecord(ownValue(parsed, 'value'))];
  if (key === undefined || !value) throw unreadable();
  return { key, value };
}

function readPath(value: unknown): string {
  const path = ownValue(value, 'path');
  const plain = typeof path === 'string' ? path.replace(/\/$/, '') : '';
  if (!isFile(plain) || plain === leadFile) throw new AppError(refusals.hub_path_unfit, { path: plainText(String(path), 200) });
  return plain;
}

function readChange(key: string, value: Record<string, unknown>): Change {
  const path = readPath(value);
  switch (key) {
    case 'file': {
      const { content, encoding = 'base64' } = value;
      if (typeof content !== 'string' || (encoding !== 'base64' && encoding !== 'utf-8')) throw unreadable();
      return { kind: 'file', path, content: Uint8Array.from(Buffer.from(content, encoding)) };
    }
    case 'lfsFile': {
      const [oid, size] = [ownText(value, 'oid', 64)?.toLowerCase(), value.size];
      if (oid === undefined || !/^[0-9a-f]{64}$/.test(oid)) throw unreadable();
      return { kind: 'large', path, oid, ...(typeof size === 'number' ? { size } : {}) };
    }
    case 'deletedFile':
      return { kind: 'gone', path };
    case 'deletedFolder':
      return { kind: 'folder-gone', path };
    default:
      throw unreadable();
  }
}

/** A commit as clients send it: one JSON object a line, the header first. */
export async function readCommit(file: StagedFile): Promise<CommitDocument> {
  const text = (await readUpTo(file.open(), readingLimits.hubCommit.most)).toString();
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > growthLimits.files.most) throw new AppError(refusals.hub_commit_changes_too_much, { limit: growthLimits.files.most });
  const [first, ...rest] = lines.map(readLine);
  if (first?.key !== 'header') throw unreadable();
  const parent = ownText(first.value, 'parentCommit', 40);
  return {
    title: ownText(first.value, 'summary', 1000) ?? '',
    description: ownText(first.value, 'description', 10_000) ?? '',
    ...(parent === undefined ? {} : { parent }),
    changes: rest.map(({ key, value }) => readChange(key, value)),
  };
}

/** A card that is longer than what is kept of it is cut off. */
async function readModelCard(file: StagedFile | Uint8Array): Promise<ModelCard | undefined> {
  const { most } = readingLimits.modelCard;
  if (file instanceof Uint8Array) return readCard(Buffer.from(file).toString());
  return file.size === 0 ? undefined : readCard((await readUpTo(file.open({ start: 0, end: Math.min(file.size, most) - 1 }), most)).toString());
}

/** The note beside a revision's files. */
export const readNote = async (file: StagedFile) => (await readUpTo(file.open(), readingLimits.modelCard.most)).toString();

/** What a revision says of itself: in its model card, and where it was made here in the note beside its files. */
export async function describeRevision(note: string | undefined, card: StagedFile | Uint8Array | undefined): Promise<PackageFacts> {
  const read = card && (await readModelCard(card));
  if (note === undefined) return readFacts(read);
  let native: unknown;
  try {
    native = JSON.parse(note);
  } catch (cause) {
    throw unreadable(cause);
  }
  return readFacts(read, { title: ownText(native, 'title', 200) ?? '', native });
}
