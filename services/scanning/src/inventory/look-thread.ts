import { saidBy } from '@packhouse/contract/errors.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import type { Said } from '@packhouse/contract/sentences.ts';
import { performOrder } from '@packhouse/kernel/threads/perform-order.ts';
import type { ThreadOrder, ThreadOutcome } from '@packhouse/kernel/threads/thread-messages.ts';
import type { Content } from './content.ts';
import { readLayer } from './layer.ts';
import { type Limits, Meter, UnreadableError } from './limits.ts';
import { readPackage } from './read-package.ts';

/** What is to be looked into. */
export type LookWork = { limits: Limits } & ({ kind: 'layer' } | { kind: 'package'; format: FormatId; path: string });

/** What was seen, or why nothing could be. */
export type LookOutcome = { seen: unknown } | { unreadable: Said };

async function perform(work: LookWork, content: Content): Promise<LookOutcome> {
  const meter = new Meter(work.limits, content.size);
  try {
    return { seen: work.kind === 'layer' ? await readLayer(content, meter) : await readPackage(content, work.format, work.path, meter) };
  } catch (error) {
    if (error instanceof UnreadableError) return { unreadable: saidBy(error) };
    throw error;
  }
}

/** Looks into one content. */
export function look(order: ThreadOrder<LookWork>): Promise<ThreadOutcome> {
  return performOrder(order, ([content]) => perform(order.work, content as Content));
}
