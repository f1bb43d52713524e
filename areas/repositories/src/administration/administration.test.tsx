import { listClientCertificates } from '@packhouse/contract/repositories/key-routes.ts';
import { listProxies } from '@packhouse/contract/repositories/proxy-routes.ts';
import {
  createRepository,
  deleteRepository,
  listRepositories,
  type Repository,
  readRepository,
  updateRepository,
} from '@packhouse/contract/repositories/repository-routes.ts';
import { LocalSettings } from '@packhouse/contract/repositories/repository-settings.ts';
import { readStorageSummary } from '@packhouse/contract/repositories/storage-routes.ts';
import { availablePackages } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { administrationScreens } from './administration-screens.ts';

prepareConsole();

const at = '2026-01-01T00:00:00Z';
const summary = { description: '', url: 'https://packages.example.test/artifactory/x', modifiedAt: at };
const repository: Repository = {
  class: 'local',
  key: 'npm-local',
  format: 'npm',
  description: 'Ours',
  url: 'https://packages.example.test/artifactory/api/npm/npm-local',
  createdAt: at,
  modifiedAt: at,
  settings: LocalSettings.parse({}),
  usedBy: ['npm'],
};

beforeEach(() => {
  server.use(
    answers(listProxies, { items: [] }),
    answers(listClientCertificates, { items: [] }),
    answers(availablePackages, ['generic', 'npm', 'docker']),
    answers(listRepositories, ({ query }) => {
      const items = [
        { key: 'npm', class: 'virtual' as const, format: 'npm' as const, memberCount: 2, ...summary },
        { key: 'npm-local', class: 'local' as const, format: 'npm' as const, ...summary },
      ].filter((one) => !query.get('class') || one.class === query.get('class'));
      return { items, total: items.length };
    }),
    answers(readRepository, repository),
  );
});

describe('repositories list', () => {
  it('lists repositories, and one class under its own address', async () => {
    const router = renderArea(administrationScreens, '/admin/repositories');
    expect(await screen.findByRole('link', { name: 'npm-local' })).toHaveAttribute('href', '/admin/repositories/local/npm-local/edit');
    expect(screen.getByText('2 members')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Virtual' }));
    expect(router.state.location.pathname).toBe('/admin/repositories/virtual');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'npm-local' })).toBeNull());
  });

  it('UX-004 says what an empty list is for, and what failed', async () => {
    server.use(answers(listRepositories, { items: [], total: 0 }));
    renderArea(administrationScreens, '/admin/repositories');
    expect(await screen.findByText('No repositories yet')).toBeVisible();
    server.use(refuses(listRepositories, 'internal'));
    renderArea(administrationScreens, '/admin/repositories/remote');
    expect(await screen.findByText('test-request')).toBeVisible();
  });

  it('CORE-001 UX-004 says how much goes, deletes only when the key is typed, and knowingly where a virtual repository uses it', async () => {
    const asked: (string | null)[] = [];
    server.use(
      refuses(deleteRepository, 'repository_in_use'),
      answers(readStorageSummary, {
        files: 3,
        bytes: 12_000,
        blobs: 3,
        blobBytes: 12_000,
        trash: { files: 0, bytes: 0 },
        store: { kind: 's3' },
        repositories: [{ key: 'npm-local', class: 'local', format: 'npm', files: 3, folders: 1, bytes: 12_000 }],
      }),
    );
    renderArea(administrationScreens, '/admin/repositories/local');
    await userEvent.click(await screen.findByRole('button', { name: 'Actions npm-local' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
    const button = screen.getByRole('button', { name: 'Delete repository' });
    expect(button).toBeDisabled();
    expect(await screen.findByText('3 files with 12.0 kB go.')).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: /npm-local/ }), 'npm-local');
    await userEvent.click(button);
    await userEvent.click(await screen.findByRole('checkbox', { name: /A virtual repository uses it/ }));
    server.use(
      answers(deleteRepository, ({ query }) => {
        asked.push(query.get('force'));
        return undefined;
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Delete repository' }));
    expect(await screen.findByText('npm-local was deleted')).toBeVisible();
    expect(asked).toEqual(['true']);
  });
});

describe('repository form', () => {
  it('ADMIN-017 creates a local repository and shows the server’s refusal in the form', async () => {
    const bodies: unknown[] = [];
    server.use(refuses(createRepository, 'repository_exists'));
    const router = renderArea(administrationScreens, '/admin/repositories/local/new');
    await userEvent.click(await screen.findByRole('radio', { name: /npm/ }));
    await userEvent.type(screen.getByRole('textbox', { name: /Key/ }), 'npm-new');
    await userEvent.click(screen.getByRole('button', { name: 'Create repository' }));
    expect((await screen.findAllByText('A repository with this key already exists'))[0]).toBeVisible();
    expect(screen.getByRole('textbox', { name: /Key/ })).toHaveValue('npm-new');
    server.use(
      answers(createRepository, ({ body }) => {
        bodies.push(body);
        return { ...repository, key: 'npm-new' };
      }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Create repository' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/repositories/local/npm-new/edit'));
    expect(bodies).toMatchObject([{ class: 'local', key: 'npm-new', format: 'npm', settings: { includePatterns: ['**'] } }]);
  });

  it('ADMIN-018 names what is missing for a remote repository before asking the server', async () => {
    renderArea(administrationScreens, '/admin/repositories/remote/new');
    await userEvent.click(await screen.findByRole('button', { name: 'Create repository' }));
    expect((await screen.findAllByText('Give an address that starts with http:// or https://')).length).toBeGreaterThan(0);
  });

  it('ADMIN-019 puts members into a virtual repository in their order', async () => {
    let body: unknown;
    server.use(
      answers(createRepository, (asked) => {
        body = asked.body;
        return { ...repository, key: 'all' };
      }),
    );
    renderArea(administrationScreens, '/admin/repositories/virtual/new?format=npm');
    await userEvent.type(await screen.findByRole('textbox', { name: /Key/ }), 'all');
    for (const key of ['npm-local', 'npm']) {
      await userEvent.click(screen.getByRole('button', { name: 'Add a member' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: key === 'npm' ? /^npmVirtual/ : /^npm-localLocal/ }));
    }
    await userEvent.click(screen.getByRole('button', { name: 'Move npm up' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create repository' }));
    await waitFor(() => expect(body).toMatchObject({ class: 'virtual', format: 'npm', members: ['npm', 'npm-local'] }));
  });

  it('saves only what the form says, and tells so', async () => {
    let body: unknown;
    server.use(
      answers(updateRepository, (asked) => {
        body = asked.body;
        return repository;
      }),
    );
    renderArea(administrationScreens, '/admin/repositories/local/npm-local/edit');
    const field = await screen.findByRole('textbox', { name: /Description/ });
    await userEvent.clear(field);
    await userEvent.type(field, 'Changed');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('npm-local was saved')).toBeVisible();
    expect(body).toMatchObject({ description: 'Changed' });
    expect(body).not.toHaveProperty('password');
  });

  it('says that there is no such repository, and leads to those that are there', async () => {
    server.use(refuses(readRepository, 'repository_not_found'));
    renderArea(administrationScreens, '/admin/repositories/local/gone-local/edit');
    expect(await screen.findByText('There is no repository gone-local')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All repositories' })).toHaveAttribute('href', '/admin/repositories');
  });

  it('refuses those who are no administrators, with the reason', async () => {
    renderArea(administrationScreens, '/admin/repositories/local/new', { administrator: false });
    const button = await screen.findByRole('button', { name: 'Create repository' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
  });
});
