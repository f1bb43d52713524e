import { boundParsing, takeRefusal } from './bounded-parsing.ts';
import { ThreadContent } from './thread-content.ts';
import { type NamedWork, packFailure, type ThreadOrder, type ThreadOutcome } from './thread-messages.ts';

/** In a thread: does the work with its arguments, and makes of what comes of it what can be sent. */
export async function performOrder<Work>(order: ThreadOrder<Work>, work: (args: readonly unknown[]) => Promise<unknown>): Promise<ThreadOutcome> {
  const { args, port } = order;
  boundParsing();
  takeRefusal();
  try {
    const content = new ThreadContent(port);
    return { answer: await work(args.map((one) => content.receive(one))) };
  } catch (error) {
    return takeRefusal() ? { isFull: true } : { failure: packFailure(error) };
  } finally {
    port.close();
  }
}

/** In a thread: runs a function that a module of ours exports. What it answers is as large as it says itself. */
export async function runNamed({ module, name }: NamedWork, args: readonly unknown[]): Promise<unknown> {
  return ((await import(module)) as Record<string, (...given: readonly unknown[]) => Promise<unknown>>)[name]!(...args);
}
