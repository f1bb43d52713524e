import { AppError } from '@packhouse/contract/errors.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { Draft, PublishContext, Rendered, Want } from '../format.ts';
import { refusals } from './maven-refusals.ts';

const accepted: Rendered = { status: 201, contentType: 'text/plain; charset=utf-8', body: '' };

/** The client's checksum of a file it has just sent: compared, never stored, since every checksum is served from what we know. */
async function compareChecksum(want: Want, { body, rows }: PublishContext): Promise<Draft> {
  const algorithm = want.path.slice(want.path.lastIndexOf('.') + 1);
  const sent = (await readUpTo(body, 4096)).toString('latin1').trim().split(/\s+/)[0]?.toLowerCase();
  const base = want.path.slice(0, -algorithm.length - 1);
  const file = await rows.file(base);
  if (!file) throw new AppError(refusals.nothing_to_compare_with, { name: base });
  // Files that were here before SHA-512 was kept, or came from other formats' uploads, have none.
  const known = file[algorithm as 'sha1' | 'md5' | 'sha256' | 'sha512'];
  if (known !== undefined && sent !== known) throw new AppError(refusals.maven_checksum_differs, { algorithm, name: base, actual: known, sent: `${sent}` });
  return { files: [], answer: accepted };
}

/** Checksums and metadata are special; every other file is a plain upload. */
export async function publish(want: Want, context: PublishContext): Promise<Draft | undefined> {
  if (want.variant === 'checksum') return compareChecksum(want, context);
  if (want.variant !== 'metadata') return undefined;
  // Metadata is made from what is here: the client's own view of it is read and dropped.
  await readUpTo(context.body, 16 * 1024 * 1024);
  return { files: [], answer: accepted };
}
