import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { ZipFile } from 'yazl';

/** A version as an upstream publishes it. */
export interface DatedVersion {
  version: string;
  /** Nothing says when, where it is absent. */
  published?: string | undefined;
  /** More of its package.json. */
  manifest?: Record<string, unknown>;
  /** More of how its registry describes its archive. */
  dist?: Record<string, unknown>;
  /** More of how its index describes its file. */
  file?: Record<string, unknown>;
}

/** What an upstream answers at a path. */
export interface Answer {
  type: string;
  body: Buffer | string;
  /** When it was put there. */
  modified?: string | undefined;
  /** For who asks for no more than what is needed to install it. */
  short?: Answer;
}

export async function packTarFile(entries: Record<string, Buffer | string>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content);
  tar.finalize();
  return buffer(tar);
}

export const packFiles = async (entries: Record<string, string>): Promise<Buffer> => gzipSync(await packTarFile(entries));

export function packZipFile(entries: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return buffer(zip.outputStream);
}

export const sum = (algorithm: string, content: Buffer | string, encoding: 'hex' | 'base64' = 'hex') => createHash(algorithm).update(content).digest(encoding);
