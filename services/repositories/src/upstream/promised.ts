import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import type { Location } from '@packhouse/formats/format.ts';
import type { StagedBlob } from '@packhouse/kernel/blobs/blob-store.ts';
import type { Sums } from '@packhouse/kernel/blobs/digests.ts';
import type { OutgoingAnswer } from '@packhouse/kernel/outgoing/outgoing.ts';
import type { Freshness } from './remote-entry.ts';

/** Checksums and size that a listing or a digest promises. */
export interface Promised {
  sha256?: string | undefined;
  sha512?: string | undefined;
  sha1?: string | undefined;
  md5?: string | undefined;
  size?: number | undefined;
}

export interface RemoteFile {
  /** Where it is stored. */
  path: string;
  /** Absolute address at the upstream. */
  url: string;
  headers?: Record<string, string> | undefined;
  freshness: Freshness;
  /** Whoever asks has just looked what is kept, and found nothing good. */
  isKnownToLack?: true;
  promised?: Promised | undefined;
  /** Looks at the bytes before they are kept, and throws to refuse them. Nobody gets any of them sooner. */
  verify?: ((staged: StagedBlob) => Promise<void>) | undefined;
  /** Asks the upstream what the file's checksum is, once it is known to have the file. */
  beside?: (() => Promise<Promised>) | undefined;
  location?: Location | undefined;
  properties?: Record<string, readonly string[]> | undefined;
  /** Asks in another way than plainly (container upstreams want tokens). Must throw for refusals as `askUpstream` does. */
  ask?: ((url: string, headers: Record<string, string>) => Promise<OutgoingAnswer>) | undefined;
}

/** How long the upstream says that its body is. */
export const readLength = ({ headers }: OutgoingAnswer) => (headers['content-length'] === undefined ? undefined : Number(headers['content-length']));

/** Finds what the upstream says beside the file that it is just sending. */
export async function findBeside({ beside }: Pick<RemoteFile, 'beside'>, answer: OutgoingAnswer): Promise<Promised> {
  try {
    return (await beside?.()) ?? {};
  } catch (error) {
    answer.body.destroy();
    throw error;
  }
}

/** @throws AppError `upstream_failed` when the bytes are not the promised ones */
export function requirePromised({ promised = {}, path }: Pick<RemoteFile, 'promised' | 'path'>, staged: Sums, length: number | undefined): void {
  const wrong = (['sha256', 'sha512', 'sha1', 'md5', 'size'] as const).find((sum) => {
    const expected = promised[sum];
    return expected !== undefined && String(expected).toLowerCase() !== String(staged[sum]);
  });
  if (wrong) throw new AppError(upstreamWords.upstream_checksum_differs, { path, sum: wrong });
  if (length !== undefined && length !== staged.size) throw new AppError(upstreamWords.upstream_file_broken_off, { path });
}
