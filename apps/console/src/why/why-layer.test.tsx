import { call, Failure, notifyFailure, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { explainDecision } from '@packhouse/contract/access/access-permission-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { kernelWords } from '@packhouse/contract/kernel-words.ts';
import { createRepository, deleteRepository, listRepositories, type RepositorySummary } from '@packhouse/contract/repositories/repository-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { Banner, Button, Menu } from '@packhouse/ui/core.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { WhyLayer } from './why-layer.tsx';

prepareConsole();

let asked: unknown[] = [];

beforeEach(() => {
  asked = [];
  server.use(
    refuses(
      deleteRepository,
      new AppError(
        kernelWords.action_needed_on_path,
        { action: 'delete', name: 'libs', path: 'a.jar' },
        { detail: { action: 'delete', resource: { type: 'repository', name: 'libs', path: 'a.jar' } } },
      ),
    ),
    answers(listRepositories, { items: [], total: 0 }),
    answers(explainDecision, ({ body }) => {
      asked.push(body);
      return {
        user: 'ann',
        allowed: false,
        considered: [
          { rule: 'permission Releases (2) (group developers)', outcome: 'does not apply' as const, reason: 'none of its include patterns matches a.jar' },
        ],
      };
    }),
  );
});

const inLibs = { user: 'ann', action: 'delete', resource: { type: 'repository', name: 'libs', path: 'a.jar' } };
const onPlatform = { user: 'ann', action: 'manage', resource: { type: 'platform', name: 'platform' } };

/** A page that shows a refusal of the server in one of the ways in which screens do. */
function RefusedPage({ shows }: { shows: 'page' | 'banner' | 'notification' }) {
  const [error, setError] = useState<Error>();
  const ask = () =>
    call(deleteRepository, { params: { key: 'libs' } }).catch((found: Error) =>
      shows === 'notification' ? notifyFailure(found, 'Nothing was deleted') : setError(found),
    );
  return (
    <>
      <button type="button" onClick={() => void ask()}>
        Try
      </button>
      {error && (shows === 'page' ? <Failure error={error} /> : <Banner kind="bad">{error.message}</Banner>)}
      <WhyLayer />
    </>
  );
}

function SparedPage() {
  const refused = useRefusal(createRepository);
  return (
    <>
      <Button refusal={refused}>New repository</Button>
      <Menu label="Actions" entries={[{ label: 'Settings', refusal: refused }]}>
        {(trigger) => (
          <button type="button" {...trigger}>
            Actions
          </button>
        )}
      </Menu>
      <Button refusal="Choose something first">Go on</Button>
      <WhyLayer />
    </>
  );
}

const ann = { name: 'ann', administrator: false };

describe('a refusal', () => {
  it.each(['page', 'banner', 'notification'] as const)('ACC-006 LEAD-001 opens its explanation from a %s, with those who can give the right', async (shows) => {
    const router = renderArea([{ path: '/packages', element: <RefusedPage shows={shows} /> }], '/packages', ann);
    await userEvent.click(screen.getByRole('button', { name: 'Try' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Why?' }));
    expect(await screen.findByText('ann cannot: Delete on libs/a.jar')).toBeVisible();
    expect(screen.getByText('none of its include patterns matches a.jar')).toBeVisible();
    expect(screen.getByText('Whoever may manage libs, and every administrator of the platform.')).toBeVisible();
    expect(asked).toEqual([inLibs]);
    // A form that was not saved would be left if the address changed.
    expect(router.state.location.search).toBe('');
  });

  it('ACC-006 opens its explanation also where the console spared the way to the server', async () => {
    renderArea([{ path: '/packages', element: <SparedPage /> }], '/packages', ann);
    await userEvent.click(screen.getByRole('button', { name: 'New repository' }));
    expect(await screen.findByText('ann does not administer the platform')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Settings/ }));
    expect(await screen.findByText('ann does not administer the platform')).toBeVisible();
    expect(asked).toEqual([onPlatform]);
  });

  it('that is none for want of a right opens nothing', async () => {
    renderArea([{ path: '/packages', element: <SparedPage /> }], '/packages', ann);
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the what-if form', () => {
  it('LEAD-001 asks the same of another action, and of others only as administrator', async () => {
    renderArea([{ path: '/packages', element: <RefusedPage shows="page" /> }], '/packages', ann);
    await userEvent.click(screen.getByRole('button', { name: 'Try' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Why?' }));
    await userEvent.selectOptions(await screen.findByLabelText('Action'), 'Read');
    expect(await screen.findByText('ann cannot: Read on libs/a.jar')).toBeVisible();
    await waitFor(() => expect(asked.at(-1)).toEqual({ ...inLibs, action: 'read' }));
    expect(screen.getByLabelText('Who')).toHaveAttribute('readonly');
  });

  it('is answered from the address, with every rule that was considered', async () => {
    const address = '/packages?why=1&why.user=ann&why.action=deploy&why.type=repository&why.name=npm-local&why.path=x';
    renderArea([{ path: '/packages', element: <WhyLayer /> }], address);
    expect(await screen.findByText('ann cannot: Deploy on npm-local/x')).toBeVisible();
    expect(screen.getByText('1 rule considered')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Releases (2)' })).toHaveAttribute('href', '/admin/management/permissions/Releases%20(2)/edit');
    expect(screen.getByText('through group developers')).toBeVisible();
    expect(asked).toEqual([{ user: 'ann', action: 'deploy', resource: { type: 'repository', name: 'npm-local', path: 'x' } }]);
  });

  it('asks first what it is about, and keeps the question in the address', async () => {
    const known: RepositorySummary = { key: 'npm-local', class: 'local', format: 'npm', description: '', url: '', modifiedAt: '2026-01-01T00:00:00.000Z' };
    server.use(answers(listRepositories, { items: [known], total: 1 }));
    const router = renderArea([{ path: '/packages', element: <WhyLayer /> }], '/packages?why=1');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Repository' }));
    await userEvent.click(await screen.findByRole('option', { name: /npm-local/ }));
    expect(await screen.findByText('ann cannot: Read on npm-local')).toBeVisible();
    expect(router.state.location.search).toContain('why.name=npm-local');
  });
});
