import { readIndex } from '@packhouse/contract/scanning/scanning-component-routes.ts';
import { scanNow, searchComponents } from '@packhouse/contract/scanning/scanning-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { scanningScreens } from '../scanning-screens.ts';

prepareConsole();
const session = { services: { xray: '1' }, features: { scanStatus: true } } as const;
const row = {
  component_id: 'npm://app',
  name: 'app',
  version: '1.0.0',
  package_type: 'npm' as const,
  repository: 'js',
  status: 'scan failed' as const,
  vulnerabilities: null,
};
const repository = { name: 'js', type: 'local', pkg_type: 'npm', indexed: true, scanned: 2, total: 3 };
const some = answers(searchComponents, { data: [row], total_count: 1, unused: [] });
const scanIt = async () => {
  await userEvent.click(within((await screen.findByText('scan failed')).closest('tr')!).getByRole('button', { name: /app 1.0.0/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Scan now/ }));
};

it('SEC-011 SHELL-074 lists what is scanned under its title, repositories and versions', async () => {
  server.use(answers(readIndex, { data: [repository], total_count: 1 }), some);
  renderArea(scanningScreens, '/scans-list', session);
  expect(await screen.findByText('2 of 3')).toBeVisible();
  expect(await screen.findByText('scan failed')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Scans List');
});

it('scans a version again', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(readIndex, { data: [repository], total_count: 1 }),
    some,
    answers(scanNow, ({ body }) => {
      asked.push(body);
      return { status: 'in progress' as const };
    }),
  );
  renderArea(scanningScreens, '/scans-list', session);
  await scanIt();
  expect(await screen.findByText('app 1.0.0 is being scanned')).toBeVisible();
  expect(asked).toEqual([{ packageId: 'npm://app', version: '1.0.0', repoKey: 'js' }]);
});

it('SEC-049 tells in notifications why repositories cannot be listed and why nothing can be scanned', async () => {
  server.use(refuses(readIndex, 'internal', 'Repositories are away'), some, refuses(scanNow, 'forbidden', 'Only administrators may'));
  renderArea(scanningScreens, '/scans-list', session);
  expect((await screen.findAllByText('Repositories are away')).length).toBeGreaterThan(0);
  await scanIt();
  expect(await screen.findByText('Only administrators may')).toBeVisible();
});

it('SEC-006 asks for no state of scans where the installation does not show them', async () => {
  const asked: string[] = [];
  server.use(
    answers(searchComponents, () => {
      asked.push('scans');
      return { data: [], total_count: 0, unused: [] };
    }),
  );
  renderArea(scanningScreens, '/scans-list', { ...session, features: { scanStatus: false } });
  expect(await screen.findByText('Scans are not shown on this installation')).toBeVisible();
  expect(asked).toEqual([]);
});
