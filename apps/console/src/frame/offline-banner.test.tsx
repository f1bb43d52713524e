import { call } from '@packhouse/console-kit/calls/calls.ts';
import { footer, repositoryData } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, loses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OfflineBanner } from './offline-banner.tsx';

prepareConsole();
afterEach(() => vi.useRealTimers());

const away = [loses(footer), loses(repositoryData)];
const there = answers(footer, { logoUrl: null, userLogo: false, anonymousAccess: false, buildLine: '', message: '' });

it('UX-004 says that the server is gone when a call does not reach it, looks again by itself, and says when it is back', async () => {
  renderArea([{ path: '/packages', element: <OfflineBanner /> }], '/packages');
  expect(screen.queryByText('The server cannot be reached.')).toBeNull();
  server.use(...away);
  await act(() => expect(call(repositoryData, {})).rejects.toMatchObject({ status: 0 }));
  expect(await screen.findByText('The server cannot be reached.')).toBeVisible();
  server.use(there);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('The server is there again')).toBeVisible();
  expect(screen.queryByText('The server cannot be reached.')).toBeNull();
});

it('UX-004 notices without a call when the browser says that the network is gone', async () => {
  renderArea([{ path: '/packages', element: <OfflineBanner /> }], '/packages');
  server.use(...away);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(await screen.findByText('The server cannot be reached.')).toBeVisible();
  server.use(there);
  await act(() => call(footer, {}).then(() => undefined));
});
