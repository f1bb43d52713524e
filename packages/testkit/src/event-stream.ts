import { expect } from 'vitest';
import type { Caller, TestPlatform } from './start-test-platform.ts';

interface Message {
  event?: string;
  id?: string;
  data: { type?: string; subject?: string; data?: Record<string, unknown> };
}

/** A caller is told this of what happens, as it comes. */
export interface EventStream {
  readonly messages: readonly Message[];
  /** All that came over the wire, comments too. */
  text(): string;
  /** Waits until so many messages have come, or until one fits. */
  until(wanted: number | ((message: Message) => boolean)): Promise<void>;
  close(): void;
}

/** Opens the platform's stream of events as somebody. */
export async function openEvents(
  test: Pick<TestPlatform, 'baseUrl' | 'headersOf'>,
  as: Caller,
  { headers = {}, query = '' }: { headers?: Record<string, string>; query?: string } = {},
): Promise<EventStream> {
  const controller = new AbortController();
  const answer = await fetch(`${test.baseUrl}/ui/api/v1/events${query}`, { headers: { ...test.headersOf(as), ...headers }, signal: controller.signal });
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const messages: Message[] = [];
  let all = '';
  void (async () => {
    let rest = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      all += chunk;
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)));
        if (fields.data) messages.push({ ...fields, data: JSON.parse(fields.data) });
      }
    }
  })().catch(() => undefined);
  return {
    messages,
    text: () => all,
    async until(wanted) {
      const isThere = () => (typeof wanted === 'number' ? messages.length >= wanted : messages.some(wanted));
      await expect.poll(isThere, { timeout: 10_000 }).toBe(true);
    },
    close: () => controller.abort(),
  };
}
