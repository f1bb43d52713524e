import { AppError } from '@packhouse/contract/errors.ts';
import { listProxies } from '@packhouse/contract/repositories/proxy-routes.ts';
import * as routes from '@packhouse/contract/repositories/replication-routes.ts';
import { replicationWords } from '@packhouse/contract/repositories/replication-words.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { replicationScreens } from './replication-screens.ts';

prepareFormExamination();

const run: routes.ReplicationRun = {
  id: 7,
  status: 'failed',
  requestedBy: 'schedule',
  startedAt: '2026-01-02T08:30:00.000Z',
  finishedAt: '2026-01-02T08:31:00.000Z',
  attempts: 1,
  total: 12,
  sent: 11,
  known: 2,
  bytes: 2048,
  properties: 0,
  deleted: 3,
  refused: 1,
  message: 'mirror.example answered 409 for a/b.txt',
};
const mirror: routes.Replication = {
  id: 1,
  repository: 'libs',
  direction: 'push',
  url: 'https://mirror.example/artifactory/libs',
  username: 'replicator',
  hasPassword: true,
  enabled: true,
  cron: '0 0 2 * * ?',
  events: true,
  syncDeletes: false,
  syncProperties: true,
  includePrefix: '',
  excludePrefix: '',
  checkBinaries: false,
  proxy: '',
  disableProxy: false,
  timeoutMilliseconds: 15_000,
  allowPrivate: false,
  waitingChanges: 2,
  lastRun: run,
};
const { lastRun: _, ...fresh } = mirror;
const running: routes.Replication = {
  ...mirror,
  id: 2,
  url: 'https://second.example/artifactory/libs',
  lastRun: { ...fresh, ...run, id: 8, status: 'running', current: 'a/c.txt' },
};
delete running.lastRun?.finishedAt;
const list = '/admin/repositories/local/libs/replications';
let bodies: unknown[] = [];
let ordered: unknown[] = [];

beforeEach(() => {
  bodies = [];
  ordered = [];
  const record = ({ body }: { body: unknown }) => {
    bodies.push(body);
    return mirror;
  };
  server.use(
    answers(routes.listRepositoryReplications, { items: [mirror, running] }),
    answers(routes.readReplication, mirror),
    answers(routes.listReplicationRuns, { items: [run] }),
    answers(routes.createReplication, record),
    answers(routes.updateReplication, record),
    answers(listProxies, { items: [] }),
  );
});

const openMenu = async (name: string) => userEvent.click(await screen.findByRole('button', { name: `Actions ${name}` }));

describe('replications of a repository', () => {
  it('lists the targets, how far they are, and what went wrong', async () => {
    renderArea(replicationScreens, list);
    const row = (await screen.findByRole('link', { name: mirror.url })).closest('tr')!;
    expect(document.title).toMatch(/^Replication of libs/);
    expect(row).toHaveTextContent('Failed');
    for (const text of ['11 of 12 sent', '3 deleted', 'answered 409 for a/b.txt', '2 changes', 'As changes happen']) expect(row).toHaveTextContent(text);
    expect((await screen.findByRole('link', { name: running.url })).closest('tr')).toHaveTextContent(/Running.*a\/c\.txt/);
    expect(screen.getByRole('link', { name: 'libs' })).toHaveAttribute('href', '/admin/repositories/local/libs/edit');
  });

  it('begins a run, and cancels one that is under way', async () => {
    server.use(
      answers(routes.runReplication, ({ params }) => {
        ordered.push(['run', params]);
        return run;
      }),
      answers(routes.cancelReplication, ({ params }) => {
        ordered.push(['cancel', params]);
        return run;
      }),
    );
    renderArea(replicationScreens, list);
    await openMenu(mirror.url);
    await userEvent.click(screen.getByRole('menuitem', { name: /Run now/ }));
    expect(await screen.findByText('The run was started')).toBeVisible();
    await openMenu(running.url);
    expect(screen.queryByRole('menuitem', { name: /Run now/ })).toBeNull();
    await userEvent.click(screen.getByRole('menuitem', { name: /Cancel run/ }));
    expect(await screen.findByText('The run was cancelled')).toBeVisible();
    expect(ordered).toMatchObject([
      ['run', { key: 'libs', id: '1' }],
      ['cancel', { key: 'libs', id: '2' }],
    ]);
  });

  it('says why a run cannot begin', async () => {
    server.use(refuses(routes.runReplication, new AppError(replicationWords.replication_disabled)));
    renderArea(replicationScreens, list);
    await openMenu(mirror.url);
    await userEvent.click(screen.getByRole('menuitem', { name: /Run now/ }));
    expect(await screen.findByText('The replication is disabled')).toBeVisible();
  });

  it('asks before a target goes', async () => {
    server.use(answers(routes.deleteReplication, () => void ordered.push('deleted')));
    renderArea(replicationScreens, list);
    await openMenu(mirror.url);
    await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('End the replication to mirror.example?');
    expect(ordered).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete target' }));
    expect(await screen.findByText('The target was deleted')).toBeVisible();
    expect(ordered).toEqual(['deleted']);
  });

  it('says that there is none, and leads to a new one', async () => {
    server.use(answers(routes.listRepositoryReplications, { items: [] }));
    renderArea(replicationScreens, list);
    expect(await screen.findByText('Replicated nowhere yet')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'New target' })[0]).toHaveAttribute('href', `${list}/new`);
  });

  it('creates a target', async () => {
    renderArea(replicationScreens, `${list}/new`);
    await userEvent.type(await screen.findByLabelText('Address'), mirror.url);
    await userEvent.type(screen.getByLabelText(/^Password or token/, { selector: 'input' }), 'secret');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Delete there what is deleted here' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create target' }));
    expect(await screen.findByText('The target was created')).toBeVisible();
    expect(bodies).toMatchObject([{ url: mirror.url, password: 'secret', syncDeletes: true, syncProperties: true, cron: '0 0 * * * ?', username: '' }]);
  });

  it('changes a target, keeps its password unless another is typed, and shows its runs', async () => {
    renderArea(replicationScreens, `${list}/edit/1`);
    expect(await screen.findByLabelText('Address')).toHaveValue(mirror.url);
    expect(await screen.findByText(/11 of 12 sent/)).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Enabled' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('The target was saved')).toBeVisible();
    expect(bodies[0]).toMatchObject({ enabled: false, cron: '0 0 2 * * ?', timeoutMilliseconds: 15_000 });
    expect(bodies[0]).not.toHaveProperty('password');
  });
});

const pull: routes.Replication = {
  ...mirror,
  id: 3,
  repository: 'mirror',
  direction: 'pull',
  url: 'https://origin.example/artifactory/libs',
  username: '',
  hasPassword: false,
  events: false,
  waitingChanges: 0,
};
const pullList = '/admin/repositories/remote/mirror/replications';

describe('a remote repository that is kept in step', () => {
  it('shows its upstream and how far it is, and offers no second one', async () => {
    server.use(answers(routes.listRepositoryReplications, { items: [pull] }));
    renderArea(replicationScreens, pullList);
    const row = (await screen.findByRole('link', { name: pull.url })).closest('tr')!;
    expect(row).toHaveTextContent('11 of 12 fetched');
    expect(screen.queryByRole('link', { name: 'Keep in step' })).toBeNull();
    expect(screen.getByRole('link', { name: 'mirror' })).toHaveAttribute('href', '/admin/repositories/remote/mirror/edit');
  });

  it('is set up without an address, and with nothing that a remote repository does not obey', async () => {
    server.use(answers(routes.listRepositoryReplications, { items: [] }));
    renderArea(replicationScreens, pullList);
    await userEvent.click((await screen.findAllByRole('link', { name: 'Keep in step' }))[0]!);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Delete here what is deleted there' }));
    for (const name of ['Address', 'Password or token', 'Send changes as they happen']) expect(screen.queryByLabelText(name)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Set up replication' }));
    expect(await screen.findByText('The replication was set up')).toBeVisible();
    expect(bodies[0]).toMatchObject({ syncDeletes: true, cron: '0 0 * * * ?' });
    expect(bodies[0]).not.toHaveProperty('url');
    expect(bodies[0]).not.toHaveProperty('password');
  });
});

describe('a manager of repositories who is no administrator', () => {
  const manager = { administrator: false, actions: { repository: ['manage'], build: [], releaseBundle: [] } } as const;

  it('sets up replication, but chooses neither proxies nor private addresses', async () => {
    renderArea(replicationScreens, `${list}/new`, manager);
    await userEvent.type(await screen.findByLabelText('Address'), mirror.url);
    for (const name of ['Without any proxy', 'The target may be at a private address']) expect(screen.getByRole('checkbox', { name })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Create target' }));
    expect(await screen.findByText('The target was created')).toBeVisible();
  });

  it('is not offered it without that right', async () => {
    renderArea(replicationScreens, list, { administrator: false, actions: { repository: ['read'], build: [], releaseBundle: [] } });
    expect(await screen.findByText(/You need 'manage'|manage/)).toBeVisible();
    expect(screen.queryByRole('link', { name: mirror.url })).toBeNull();
  });
});

const good = {
  Address: 'https://mirror.example/artifactory/libs',
  'User name': 'replicator',
  'Password or token': 'secret',
  Schedule: '0 0 2 * * ?',
  'Only these paths': 'org/example',
  'Not these paths': 'org/example/internal',
  'Time-out in milliseconds': '15000',
};
const names = {
  Address: 'url',
  'User name': 'username',
  'Password or token': 'password',
  Schedule: 'cron',
  'Only these paths': 'includePrefix',
  'Not these paths': 'excludePrefix',
  'Time-out in milliseconds': 'timeoutMilliseconds',
};
const wrong = [
  ['Address', 'mirror.example', /starts with http/],
  ['Address', '', /./],
  ['User name', 'x'.repeat(257), /at most 256/],
  ['Schedule', 'x'.repeat(201), /at most 200/],
  ['Time-out in milliseconds', '-5', /./],
] as const;

examineForm('replication/replication-form-page.tsx NewReplicationPage', {
  routes: replicationScreens,
  path: `${list}/new`,
  answers: [answers(listProxies, { items: [] })],
  submit: 'Create target',
  good,
  wrong,
  sends: routes.createReplication,
  reply: mirror,
  names,
});

examineForm('replication/replication-form-page.tsx EditForm', {
  routes: replicationScreens,
  path: `${list}/edit/1`,
  answers: [answers(listProxies, { items: [] }), answers(routes.readReplication, mirror), answers(routes.listReplicationRuns, { items: [] })],
  submit: 'Save changes',
  good,
  wrong,
  sends: routes.updateReplication,
  reply: mirror,
  names,
});
