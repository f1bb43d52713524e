import { queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { PageCommands } from '@packhouse/console-kit/calls/page-commands.tsx';
import { setPageTools } from '@packhouse/ui/core.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { generatePath, type RouteObject } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everythingElse, lost, refuse } from './answers.ts';
import { prepareConsole, renderArea, server } from './render-area.tsx';

/** This stands where something is on its way. */
const shapes = '.ph-skeleton, [aria-busy="true"]';

/** Lists what is said to be empty, wrong or refused; to ask for a choice says nothing of the kind. */
const statesThere = () => [...document.querySelectorAll('.ph-state')].map(({ textContent }) => textContent ?? '').filter((text) => !text.startsWith('Choose '));

const isCurl = (text: string) => /curl -X [A-Z]/.test(text);

/** Addresses of all screens of an area, with the given values in the places of parameters; the others stand for themselves. */
export function getScreens(routes: readonly RouteObject[], values: Readonly<Record<string, string>>, above = ''): string[] {
  return routes.flatMap((route) => {
    const path = route.path?.startsWith('/') ? route.path : [above, route.path].filter(Boolean).join('/');
    if (route.children) return getScreens(route.children, values, path);
    if (!route.lazy && !route.Component && !route.element) return [];
    const own = Object.fromEntries([...path.matchAll(/:(\w+)(?!\w|\?)/g)].map(([, name = '']) => [name, name]));
    return [generatePath(path, { ...own, ...values })];
  });
}

/** Whether the screen, once it stands, has asked the server nothing, as the form for something new often has not: then no trouble concerns it. */
async function asksNobody(): Promise<boolean> {
  await waitFor(() => expect(document.querySelector('h1, h2'), 'a title stands while nothing is known').not.toBeNull());
  return queryClient.getQueryCache().getAll().length === 0;
}

const troubles = {
  refused: { handler: everythingElse(refuse('forbidden')), says: /you may not see this|you are not allowed to do this/i, mayRetry: false },
  failed: { handler: everythingElse(refuse('internal')), says: /this could not be loaded|something went wrong|could not be|failed|none/i, mayRetry: true },
  offline: { handler: everythingElse(lost), says: /cannot be reached|could not be|offline|failed|none/i, mayRetry: true },
} as const;

interface Examination {
  routes: readonly RouteObject[];
  /** Values of the parameters in addresses. */
  values: Readonly<Record<string, string>>;
  /** Screens that stand whatever the server says though they ask it: what they ask only offers choices, or is told in notifications. */
  asksNothing?: readonly string[];
}

/** Holds every screen of an area against what all screens owe: its calls as commands, and words and a way on when the server fails, refuses or is away. */
export function examineScreens({ routes, values, asksNothing = [] }: Examination): void {
  prepareConsole();
  const { retry } = queryClient.getDefaultOptions().queries ?? {};
  const setRetry = (value: typeof retry) => queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: value } as object });
  beforeAll(() => {
    setPageTools(PageCommands);
    setRetry(false);
  });
  afterAll(() => {
    setPageTools(undefined);
    setRetry(retry);
  });
  const screens = getScreens(routes, values);
  const session = { projectKey: 'red', managesProject: true, actions: { repository: ['read', 'manage'], build: ['read'], releaseBundle: [] } } as never;

  describe('UX-008 every screen shows its calls as commands', () => {
    it.each(screens)('%s', async (path) => {
      server.use(troubles.refused.handler);
      renderArea(routes, path, session);
      const [button] = await screen.findAllByRole('button', { name: 'Copy as curl' });
      // The form has its own button beside 'Save'; the page's one is in the header.
      const isForm = screen.queryAllByRole('button', { name: 'Copy as curl' }).length > 1;
      await userEvent.click(button!);
      const dialog = await screen.findByRole('dialog', { name: 'Copy as curl' });
      const commands = () =>
        within(dialog)
          .queryAllByRole('figure')
          .map(({ textContent }) => textContent ?? '');
      const isSilent = () => asksNothing.includes(path) && within(dialog).queryByText('This page asks the server nothing.') !== null;
      await waitFor(() => expect(isForm || isSilent() || commands().some(isCurl), 'shows commands').toBe(true));
      for (const text of commands().filter(isCurl)) expect(text).toContain('Authorization: Bearer $TOKEN');
    });
  });

  const asking = screens.filter((path) => !asksNothing.includes(path));
  if (asking.length === 0) return;
  describe('UX-004 every screen says what is wrong and what can be done', () => {
    it.each(asking)('loading: %s', async (path) => {
      const held = Promise.withResolvers<void>();
      server.use(everythingElse(() => held.promise.then(() => lost)));
      renderArea(routes, path, session);
      if (await asksNobody()) return;
      await waitFor(() => expect(document.querySelector(shapes), 'the shape of what is coming').not.toBeNull());
      expect(statesThere(), 'nothing is said to be empty or wrong while nothing is known').toEqual([]);
      held.resolve();
    });
    for (const [trouble, { handler, says, mayRetry }] of Object.entries(troubles))
      it.each(asking)(`${trouble}: %s`, async (path) => {
        server.use(handler);
        renderArea(routes, path, session);
        if (await asksNobody()) return;
        await waitFor(() => expect(document.body).toHaveTextContent(says));
        await waitFor(() => expect(document.querySelector(shapes)).toBeNull());
        expect(document.body.textContent).not.toMatch(/undefined|NaN|\[object/);
        if (mayRetry) expect(screen.getAllByRole('button', { name: 'Try again' }).length).toBeGreaterThan(0);
      });
  });
}
