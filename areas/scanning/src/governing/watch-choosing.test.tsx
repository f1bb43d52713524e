import { listBuilds } from '@packhouse/contract/repositories/build-routes.ts';
import { listRepositories, type RepositorySummary } from '@packhouse/contract/repositories/repository-routes.ts';
import * as watches from '@packhouse/contract/scanning/watch-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { fieldNamed } from '@packhouse/testkit/console/form-fields.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { governingScreens } from './governing-screens.ts';
import { testWatch } from './test-governing.ts';

prepareConsole();

const administrator = { administrator: true, services: { xray: '1' } } as const;
const severe = { name: 'severe', type: 'security' as const, description: 'Nothing severe' };
const repository = (key: string): RepositorySummary => ({
  key,
  class: 'local',
  format: 'npm',
  description: '',
  url: '',
  modifiedAt: '2026-01-01T00:00:00.000Z',
});
const offered = (name: string) => screen.findByTitle(new RegExp(`^${name}`));

it('chooses repositories among those that are there, takes out one that is there no more, and sends their names', async () => {
  const searched: (string | null)[] = [];
  const sent: unknown[] = [];
  const watch = {
    ...testWatch,
    project_resources: {
      resources: [
        { type: 'repository' as const, name: 'old' },
        { type: 'repository' as const, name: 'js' },
      ],
    },
    missing: ['old'],
  };
  server.use(
    answers(watches.readWatch, watch),
    answers(watches.listAssignablePolicies, { data: [severe] }),
    answers(listRepositories, ({ query }) => {
      searched.push(query.get('search'));
      return { items: [repository('js'), repository('wheels')], total: 2 };
    }),
    answers(watches.updateWatch, ({ body }) => {
      sent.push((body as watches.WatchInput).project_resources.resources);
      return watch;
    }),
  );
  renderArea(governingScreens, '/security/watches/edit/everything', administrator);
  expect(await screen.findByText('old (not there)')).toBeVisible();
  const field = fieldNamed('namely');
  await userEvent.type(field, 'whe');
  await userEvent.click(await offered('wheels'));
  await expect.poll(() => searched).toContain('whe');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(fieldNamed('namely').closest('.ant-select')!.querySelector('.ant-select-selection-item-remove')!);
  expect(screen.queryByText('old (not there)')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect
    .poll(() => sent)
    .toEqual([
      [
        { type: 'repository', name: 'js' },
        { type: 'repository', name: 'wheels' },
      ],
    ]);
});

it('offers a project administrator what is of their project: its builds, and policies that it can use', async () => {
  const asked: unknown[] = [];
  server.use(
    answers(listProjects, [
      { key: 'shop', name: 'Shop', description: '', administrator: true },
      { key: 'bank', name: 'Bank', description: '', administrator: false },
    ]),
    answers(watches.listAssignablePolicies, ({ query }) => {
      asked.push(['policies', query.get('projectKey')]);
      return { data: [severe] };
    }),
    answers(listBuilds, ({ query }) => {
      asked.push(['builds', query.get('repository')]);
      return { items: [] };
    }),
    answers(watches.createWatch, ({ query, body }) => {
      asked.push([query.get('projectKey'), body]);
      return { ...testWatch, missing: [] };
    }),
  );
  renderArea(governingScreens, '/security/watches/new', { ...administrator, administrator: false, managesProject: true, projectKey: 'shop' });
  expect(await screen.findByText('Shop (shop)')).toBeVisible();
  await userEvent.type(fieldNamed('Name'), 'ours');
  await userEvent.click(fieldNamed('In'));
  await userEvent.click(await screen.findByTitle('these builds'));
  await userEvent.type(await waitFor(() => fieldNamed('namely')), 'to come{Enter}');
  await userEvent.click(fieldNamed('these policies apply'));
  await userEvent.click(await offered('Security: Nothing severe'));
  await userEvent.click(screen.getByRole('button', { name: 'Create watch' }));
  const resources = [{ type: 'build', name: 'to come' }];
  await expect
    .poll(() => asked.at(-1))
    .toEqual(['shop', expect.objectContaining({ project_resources: { resources }, assigned_policies: [{ name: 'severe' }] })]);
  expect(asked.slice(0, -1)).toEqual(
    expect.arrayContaining([
      ['policies', 'shop'],
      ['builds', 'shop-build-info'],
    ]),
  );
});

it('shows by what a watch is narrowed, has that changed, and sends it for each place', async () => {
  const sent: unknown[] = [];
  const filters = [{ type: 'property' as const, value: { key: 'stage', value: 'released' } }];
  const watch = { ...testWatch, project_resources: { resources: [{ type: 'repository' as const, name: 'js', filters }] }, missing: [] };
  server.use(
    answers(watches.readWatch, watch),
    answers(watches.listAssignablePolicies, { data: [severe] }),
    answers(watches.updateWatch, ({ body }) => {
      sent.push((body as watches.WatchInput).project_resources.resources);
      return watch;
    }),
  );
  renderArea(governingScreens, '/security/watches/edit/everything', administrator);
  expect(await screen.findByText('stage=released')).toBeVisible();
  await userEvent.type(fieldNamed('Properties'), 'no property{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect((await screen.findAllByText('Write key=value'))[0]).toBeVisible();
  expect(screen.getByTitle('no property')).toBeVisible();
  await userEvent.click(screen.getByTitle('no property').querySelector('.ant-select-selection-item-remove')!);
  await userEvent.type(fieldNamed('Properties'), 'tier=gold{Enter}');
  await userEvent.type(fieldNamed('Paths'), 'team/**{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await expect
    .poll(() => sent)
    .toEqual([
      [
        {
          type: 'repository',
          name: 'js',
          filters: [
            { type: 'path-ant-patterns', value: { IncludePatterns: ['team/**'], ExcludePatterns: [] } },
            ...filters,
            { type: 'property', value: { key: 'tier', value: 'gold' } },
          ],
        },
      ],
    ]);
});

it('has a watch look at pull requests, and tells no figures that it does not know', async () => {
  const sent: unknown[] = [];
  server.use(
    answers(listProjects, []),
    answers(watches.listAssignablePolicies, { data: [severe] }),
    answers(watches.createWatch, ({ body }) => {
      sent.push((body as watches.WatchInput).project_resources.resources);
      return { ...testWatch, missing: [] };
    }),
    answers(watches.readWatch, { ...testWatch, missing: [] }),
  );
  renderArea(governingScreens, '/security/watches/new', administrator);
  await screen.findByRole('button', { name: 'Create watch' });
  await userEvent.type(fieldNamed('Name'), 'pulls');
  await userEvent.click(fieldNamed('In'));
  await userEvent.click(await screen.findByTitle('pull requests of these repositories of source code'));
  await userEvent.type(fieldNamed('namely'), 'acme/shop{Enter}{Escape}');
  await userEvent.click(fieldNamed('these policies apply'));
  await userEvent.click(await offered('Security: Nothing severe'));
  expect(screen.getByText(/What that comes to is not told before/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Create watch' }));
  await expect.poll(() => sent).toEqual([[{ type: 'gitRepository', name: 'acme/shop' }]]);
});
