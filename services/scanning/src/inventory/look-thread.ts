import { saidBy } from '@packhouse/contract/errors.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import { performOrder } from '@packhouse/kernel/threads/perform-order.ts';
import type { ThreadOrder, ThreadOutcome } from '@packhouse/kernel/threads/thread-messages.ts';
import type { Content } from './content.ts';
import type { KnownFiles } from './known-files.ts';
import { readLayer } from './layer.ts';
import { type Limits, Meter, UnreadableError } from './limits.ts';
import { type PackageFile, readPackage } from './read-package.ts';

/** What is to be looked into. */
export type LookWork = { limits: Limits; known: KnownFiles } & ({ kind: 'layer' } | { kind: 'package'; file: PackageFile });

/** What was seen, or why nothing could be. */
export type LookOutcome = { seen: unknown } | { unreadable: Said };

async function perform(work: LookWork, content: Content): Promise<LookOutcome> {
  const meter = new Meter(work.limits, content.size);
  try {
    return { seen: work.kind === 'layer' ? await readLayer(content, work.known, meter) : await readPackage(content, work.file, work.known, meter) };
  } catch (error) {
    if (error instanceof UnreadableError) return { unreadable: saidBy(error) };
    throw error;
  }
}

/** Looks into one content. Nothing is loaded into the thread but the formats whose files are in it. */
export function look(order: ThreadOrder<LookWork>): Promise<ThreadOutcome> {
  return performOrder(order, ([content]) => perform(order.work, content as Content));
}
