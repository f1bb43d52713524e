import { queryClient } from '@packhouse/console-kit/calls/calls.ts';
import type { Session } from '@packhouse/console-kit/session/session.ts';
import { type ErrorCode, errors } from '@packhouse/contract/errors.ts';
import type { Route } from '@packhouse/contract/route.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { waitFor } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import type { RouteObject } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, everythingElse, lost, on, refuse, refuseFields, tell } from './answers.ts';
import { buttonNamed, enter, expectKept, fieldNamed, front, getSaid, hasFocus, inPageOrder, isWrong, press, pressTwice } from './form-fields.ts';
import { prepareConsole, renderArea, server } from './render-area.tsx';

/** Values by the labels of their fields; ticks are 'on' and 'off'. */
type Entries = Readonly<Record<string, string>>;

/** A form and what can be wrong with it. */
export interface FormUnderTest {
  routes: readonly RouteObject[];
  path: string;
  session?: Partial<Session>;
  /** This is read while the form stands. */
  answers?: readonly HttpHandler[];
  /** Buttons that lead to a form without an address of its own, in their order. */
  open?: readonly string[];
  /** The button that sends the form. */
  submit: string;
  /** The server would take this. */
  good: Entries;
  /** The console itself can know this to be wrong: field, value, and words about it. */
  wrong: readonly (readonly [field: string, value: string, says: RegExp])[];
  /** Values that are wrong only beside the others, each tried by itself. */
  conflicts?: FormUnderTest['wrong'];
  /** The call that the form makes, and its answer when all is well. */
  sends: Route;
  reply: unknown;
  /** The server calls the fields this in its refusals. */
  names: Entries;
  /** Why nobody is told when the server refuses, where the product is to be silent. */
  silent?: string;
  /** The code and the field at fault where the server knows that the thing exists already. */
  exists?: readonly [code: ErrorCode, field: string];
}

/** Words that a person cannot do anything with. */
const terms = /\b(?:undefined|NaN|null|Invalid input|invalid_\w+|expected|received|too_\w+)\b|\[object/;

async function open({ routes, path, session, answers = [], open: ways = [], good }: FormUnderTest): Promise<void> {
  server.use(...answers, everythingElse(refuse('not_found'), 'GET'));
  renderArea(routes, path, session);
  for (const way of ways) await press(way);
  const [first = ''] = Object.keys(good);
  await waitFor(() => fieldNamed(first));
}

interface Round {
  entries: Entries;
  /** Says what is said at which field. */
  says: Readonly<Record<string, RegExp>>;
}

/** Enters the wrong values together, in as many rounds as one field has of them. */
function makeRounds({ wrong, conflicts = [], good }: FormUnderTest): Round[] {
  const byField = Map.groupBy(wrong, ([field]) => field);
  const count = Math.max(0, ...[...byField.values()].map((list) => list.length));
  const together = Array.from({ length: count }, (_, round) => {
    const now = [...byField].flatMap(([field, list]) => (list[round] ? [[field, list[round]] as const] : []));
    return {
      entries: { ...good, ...Object.fromEntries(now.map(([field, [, value]]) => [field, value])) },
      says: Object.fromEntries(now.map(([field, [, , says]]) => [field, says])),
    };
  });
  return [...together, ...conflicts.map(([field, value, says]) => ({ entries: { ...good, [field]: value }, says: { [field]: says } }))];
}

async function enterAll(entries: Entries): Promise<void> {
  for (const [field, value] of Object.entries(entries)) await enter(field, value);
}

function expectAllKept(entries: Entries): void {
  for (const [field, value] of Object.entries(entries)) expectKept(field, value);
}

async function expectSaid(says: Readonly<Record<string, RegExp>>): Promise<void> {
  const fields = inPageOrder(Object.keys(says));
  await waitFor(() => {
    for (const field of fields) {
      expect(getSaid(field), `said of '${field}'`).toMatch(says[field]!);
      expect(isWrong(field), `'${field}' is marked`).toBe(true);
    }
  });
  for (const field of fields) expect(getSaid(field)).not.toMatch(terms);
  await waitFor(() => expect(hasFocus(fields[0]!), `the focus is in '${fields[0]}' and not in ${document.activeElement?.outerHTML.slice(0, 120)}`).toBe(true));
}

/** A form with changes is left only on purpose. */
async function expectAsking(entries: Entries): Promise<void> {
  if (!buttonNamed('Cancel')) return;
  await press('Cancel');
  await waitFor(() => expect(front()).toHaveTextContent('Leave without saving?'));
  await press('Stay');
  await waitFor(() => expect(front()).not.toHaveTextContent('Leave without saving?'));
  expectAllKept(entries);
}

function quietly(): void {
  const { retry } = queryClient.getDefaultOptions().queries ?? {};
  const setRetry = (value: typeof retry) => queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: value } as object });
  beforeAll(() => setRetry(false));
  afterAll(() => setRetry(retry));
}

/** The server's answers, one after the other; the last stays. */
function inTurn(form: FormUnderTest): { asked: () => number; next: (answer: Answer) => void } {
  let answer: Answer = refuse('internal');
  let count = 0;
  const respond = () => {
    count += 1;
    return answer;
  };
  server.use(on(form.sends, respond as () => Answer<never>));
  return {
    asked: () => count,
    next: (given) => {
      answer = given;
    },
  };
}

/** Something of the whole form is told above it, and the fields are no longer blamed. */
async function expectTold(words: RegExp, form: FormUnderTest): Promise<void> {
  await waitFor(() =>
    expect(
      [...front().querySelectorAll('[role="alert"]')].some((one) => words.test(one.textContent ?? '')),
      `told: ${words}`,
    ).toBe(true),
  );
  for (const field of Object.keys(form.names)) expect(isWrong(field), `'${field}' is not blamed`).toBe(false);
  expectAllKept(form.good);
}

function saysWhatIsWrong(form: FormUnderTest): void {
  it('says at its field what is wrong, sends nothing and loses nothing', async () => {
    await open(form);
    const calls = inTurn(form);
    const rounds = makeRounds(form);
    for (const { entries, says } of rounds) {
      await enterAll(entries);
      await press(form.submit);
      await expectSaid(says);
      expectAllKept(entries);
    }
    await expectAsking(rounds.at(-1)!.entries);
    expect(calls.asked()).toBe(0);
  });
}

function tellsRefusals(form: FormUnderTest): void {
  it('tells what the server refuses, keeps everything and is sent again, once', async () => {
    await open(form);
    const calls = inTurn(form);
    await enterAll(form.good);
    const fields = Object.entries(form.names);
    const problems = fields.map(([field, path]) => ({ path, ...say(sharedWords.named, { name: field, why: 'not so' }) }));
    if (fields.length > 0) {
      calls.next(refuseFields(...problems));
      await press(form.submit);
      await expectSaid(Object.fromEntries(fields.map(([field]) => [field, new RegExp(`${field.replaceAll(/[()]/g, '.')}: not so`)])));
      expectAllKept(form.good);
      for (const { path, message } of problems.filter((one) => one.path !== ''))
        expect(front().textContent, 'no paths in words').not.toContain(`${path}: ${message}`);
    }
    calls.next(refuse('internal'));
    await press(form.submit);
    await expectTold(/Something went wrong/, form);
    calls.next(lost);
    await press(form.submit);
    await expectTold(/cannot be reached/, form);
    if (form.exists) {
      const [code, field] = form.exists;
      calls.next(refuse(code));
      await press(form.submit);
      await expectSaid({ [field]: new RegExp(errors[code].en.replaceAll(/[()]/g, '.')) });
      expectAllKept(form.good);
    }
    const before = calls.asked();
    calls.next(tell(form.reply));
    await pressTwice(form.submit);
    await waitFor(() => expect(calls.asked()).toBe(before + 1));
    await waitFor(() => expect(document.querySelector('.ph-form-summary')).toBeNull());
    expect(calls.asked()).toBe(before + 1);
  });
}

/**
 * Holds a form against what every form owes to whoever enters something wrong: words at the field, the focus there, nothing lost and nothing sent;
 * whatever the server then refuses is told too, and the form can be sent again. `of` names the form as `file component`, for `expectEveryForm`.
 */
export function examineForm(of: string, form: FormUnderTest): void {
  const { wrong, conflicts = [], silent } = form;
  describe(`UX-004 ${of}`, () => {
    if (wrong.length + conflicts.length > 0) saysWhatIsWrong(form);
    if (silent === undefined) tellsRefusals(form);
  });
}

/** Prepares a file of tests for `examineForm`. */
export function prepareFormExamination(): void {
  prepareConsole();
  quietly();
}
