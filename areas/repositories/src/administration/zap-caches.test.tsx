import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { zapCaches } from '@packhouse/contract/repositories/artifact-routes.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { administrationScreens } from './administration-screens.ts';

prepareConsole();

const summary = { description: '', url: 'https://packages.example.test/artifactory/x', modifiedAt: '2026-01-01T00:00:00Z' };
const asked: unknown[] = [];

beforeEach(() => {
  asked.length = 0;
  server.use(
    answers(listRepositories, {
      items: [
        { class: 'local', key: 'ours', format: 'npm', ...summary },
        { class: 'remote', key: 'far', format: 'npm', ...summary },
      ],
      total: 2,
    }),
    answers(zapCaches, ({ body }) => {
      if ((body as { dryRun?: boolean }).dryRun) return { files: 17 };
      asked.push(body);
      return { files: 3 };
    }),
  );
});

it('ARTI-013 zaps the caches of the remote repositories that are chosen, once that is confirmed', async () => {
  renderArea(administrationScreens, '/admin/repositories', { administrator: true });
  await userEvent.click(within(await screen.findByRole('row', { name: /ours/ })).getByRole('checkbox'));
  expect(screen.getByRole('button', { name: 'Zap caches' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(within(screen.getByRole('row', { name: /far/ })).getByRole('checkbox'));
  await userEvent.click(screen.getByRole('button', { name: 'Zap caches' }));
  const dialog = await screen.findByRole('dialog', { name: 'Zap the cache of 1 repository?' });
  expect(await within(dialog).findByText('Entries that this concerns: 17')).toBeVisible();
  expect(asked).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Zap caches' }));
  expect(await screen.findByText('3 entries will be fetched anew')).toBeVisible();
  expect(asked).toEqual([{ repoKeys: ['far'] }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('ARTI-013 zaps the caches of all remote repositories, and says why not', async () => {
  renderArea(administrationScreens, '/admin/repositories/remote', { administrator: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Zap all caches' }));
  const dialog = await screen.findByRole('dialog', { name: 'Zap the caches of all remote repositories?' });
  server.use(refuses(zapCaches, new AppError(kernelWords.action_needed, { action: 'manage', name: 'npm-remote' })));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Zap caches' }));
  expect(await within(dialog).findByText(/You need 'manage' on npm-remote/)).toBeVisible();
  server.use(
    answers(zapCaches, ({ body }) => {
      asked.push(body);
      return { files: 1 };
    }),
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Zap caches' }));
  expect(await screen.findByText('1 entry will be fetched anew')).toBeVisible();
  expect(asked).toEqual([{}]);
});
