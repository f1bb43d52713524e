import { route } from '@packhouse/contract/route.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, server } from '@packhouse/testkit/console/render-area.tsx';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { query, queryClient } from './calls.ts';
import { inTurn } from './in-turn.ts';
import { onRightsChanged, setLive, useLive } from './live-events.ts';

prepareConsole();

/** Stands in for the browser's stream: a test says what happens to it. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static all: Stream[] = [];
  readyState = 1;
  onopen?: () => void;
  onerror?: () => void;
  onmessage?: (message: { data: string }) => void;
  constructor(_url: string) {
    super();
    Stream.all.push(this);
  }
  close(): void {
    this.readyState = Stream.CLOSED;
  }
  tell(type: string): void {
    this.onmessage?.({ data: JSON.stringify({ id: 1, type, subject: 'x', data: {}, at: '2026-01-01T00:00:00Z' }) });
  }
  fail(state: number): void {
    this.readyState = state;
    this.onerror?.();
  }
}

const latest = () => Stream.all.at(-1)!;
const open = () => Stream.all.filter(({ readyState }) => readyState !== Stream.CLOSED);

function show(visible: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

const things = route('liveThings', { summary: 'Things', method: 'GET', url: '/ui/api/v1/live-things', access: 'user', reply: z.array(z.string()) });
let asked = 0;

beforeEach(() => {
  Stream.all = [];
  asked = 0;
  vi.stubGlobal('EventSource', Stream);
  server.use(
    answers(things, () => {
      asked += 1;
      return [`asked ${asked}`];
    }),
  );
});
afterEach(() => {
  setLive(false);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Things() {
  const { data } = useQuery(query(things, {}));
  useLive(['thing.'], things);
  return (
    <>
      <input aria-label="draft" />
      <p>{data?.[0]}</p>
    </>
  );
}

async function renderThings(): Promise<void> {
  render(
    <QueryClientProvider client={queryClient}>
      <Things />
    </QueryClientProvider>,
  );
  await screen.findByText('asked 1');
}

it('UX-007 shows what has changed by itself and keeps what is typed', async () => {
  setLive(true);
  latest().onopen?.();
  await renderThings();
  await userEvent.type(screen.getByLabelText('draft'), 'half a se');
  act(() => {
    latest().tell('other.changed');
    latest().tell('thing.changed');
  });
  await screen.findByText('asked 2');
  expect(screen.getByLabelText('draft')).toHaveValue('half a se');
  expect(screen.getByLabelText('draft')).toHaveFocus();
});

it('UX-007 a thousand events ask a few times, and what happened last is shown', async () => {
  setLive(true);
  latest().onopen?.();
  await renderThings();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const began = Date.now();
  // Ten seconds of pushes, one every ten milliseconds.
  for (let push = 0; push < 1000; push += 1) {
    latest().tell('thing.changed');
    await act(() => vi.advanceTimersByTimeAsync(10));
  }
  const during = asked;
  expect(during).toBeGreaterThan(2);
  // The time that this takes passes for the timers, too.
  expect(during).toBeLessThan(4 + (Date.now() - began) / 1000);
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(asked).toBeLessThanOrEqual(during + 1);
  expect(screen.getByText(`asked ${asked}`)).toBeVisible();
});

it('UX-007 asks once for all who ask while work is under way, and rests in proportion to what the work takes', async () => {
  vi.useFakeTimers();
  let done = 0;
  let running = 0;
  const turns = inTurn(async () => {
    running += 1;
    expect(running).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    running -= 1;
    done += 1;
  });
  const everyTenth = setInterval(turns.ask, 100);
  // 2 s of work and 8 s of rest each.
  await vi.advanceTimersByTimeAsync(35_000);
  clearInterval(everyTenth);
  expect(done).toBe(4);
  turns.stop();
});

it('UX-007 nobody signed in, no connection; a tab that is not looked at has none either and asks for everything when it is looked at again', async () => {
  setLive(false);
  expect(Stream.all).toHaveLength(0);
  setLive(true);
  setLive(true);
  latest().onopen?.();
  expect(open()).toHaveLength(1);
  await renderThings();
  act(() => show(false));
  expect(open()).toHaveLength(0);
  act(() => show(true));
  expect(open()).toHaveLength(1);
  act(() => latest().onopen?.());
  await screen.findByText('asked 2');
  setLive(false);
  expect(open()).toHaveLength(0);
});

it('UX-007 goes on after a lost connection: from the last event where there was one, by asking for everything where not', async () => {
  setLive(true);
  latest().onopen?.();
  await renderThings();
  // The browser tries again by itself; it has no event to name.
  latest().fail(0);
  expect(Stream.all).toHaveLength(1);
  act(() => latest().onopen?.());
  await screen.findByText('asked 2');
  act(() => latest().tell('other.changed'));
  latest().fail(0);
  act(() => latest().onopen?.());
  act(() => void latest().dispatchEvent(new Event('reset')));
  await screen.findByText('asked 3');
});

it('UX-007 begins again by itself when the browser has given up, less and less often', async () => {
  setLive(true);
  latest().onopen?.();
  vi.useFakeTimers();
  latest().fail(2);
  expect(open()).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(Stream.all).toHaveLength(2);
  latest().fail(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(Stream.all).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(Stream.all).toHaveLength(3);
});

it('UX-007 tells the shell when the viewer’s rights have changed, and asks for everything', async () => {
  setLive(true);
  latest().onopen?.();
  await renderThings();
  const told = vi.fn();
  const stop = onRightsChanged(told);
  act(() => void latest().dispatchEvent(new Event('rights')));
  expect(told).toHaveBeenCalledTimes(1);
  await screen.findByText('asked 2');
  stop();
});
