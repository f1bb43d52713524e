import type { Queued } from '@packhouse/contract/events/hook-delivery-routes.ts';
import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { Db } from '../schema.ts';
import { type SentAgain, selectHeld } from './send-again-queries.ts';

/** So many webhooks are named; nobody reads more. */
const mostNamed = 5;
const name = (hooks: readonly string[]) => hooks.slice(0, mostNamed).join(', ') + (hooks.length > mostNamed ? ' …' : '');

/** Says of messages that were queued where nothing is sent for now. */
export async function tellHeld(db: Db, handlers: readonly string[]): Promise<Said[]> {
  const { disabled, paused } = await selectHeld(db, handlers);
  return [
    ...(disabled.length > 0 ? [say(hookWords.messages_wait_disabled, { hooks: name(disabled) })] : []),
    ...(paused.length > 0 ? [say(hookWords.messages_wait_paused, { hooks: name(paused) })] : []),
  ];
}

/** Says how many messages are sent again, and what became of the others: where it is none, why. */
export async function tellSentAgain(db: Db, { count, handlers, hollow, sending, gone }: SentAgain): Promise<Queued> {
  const left = [
    ...(hollow > 0 ? [say(hookWords.messages_hollow, { count: hollow })] : []),
    ...(sending > 0 ? [say(hookWords.messages_being_sent, { count: sending })] : []),
    ...(gone > 0 ? [say(hookWords.messages_gone, { count: gone })] : []),
  ];
  if (count === 0 && left.length === 0) return { count, notes: [say(hookWords.nothing_given_up)] };
  return { count, notes: [...left, ...(await tellHeld(db, handlers))] };
}
