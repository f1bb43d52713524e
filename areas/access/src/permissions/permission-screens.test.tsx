import { listGroups } from '@packhouse/contract/access/access-group-routes.ts';
import {
  createPermission,
  deletePermission,
  listPermissions,
  type Permission,
  readPermission,
  updatePermission,
} from '@packhouse/contract/access/access-permission-routes.ts';
import { listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { answers, on, refuseFields } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { permissionScreens } from './permissions-screens.ts';

prepareConsole();

const permission: Permission = {
  name: 'Releases',
  description: '',
  sections: [
    {
      resourceType: 'repository',
      names: ['npm-local'],
      include: ['org/**'],
      exclude: [],
      users: [{ name: 'ann', actions: ['read'] }],
      groups: [{ name: 'developers', actions: ['read', 'deploy'] }],
    },
    { resourceType: 'build', names: ['ANY'], include: [], exclude: [], users: [], groups: [{ name: 'developers', actions: ['read'] }] },
  ],
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
};
const group = {
  name: 'developers',
  description: '',
  realm: 'internal',
  externalId: '',
  autoJoin: false,
  administrator: false,
  memberCount: 1,
  createdAt: permission.createdAt,
};
const repository = {
  key: 'npm-local',
  class: 'local' as const,
  format: 'npm' as const,
  description: '',
  url: 'https://packages.example.test/artifactory/api/npm/npm-local',
  modifiedAt: permission.createdAt,
};
const list = '/admin/management/permissions';
const bodies: unknown[] = [];

beforeEach(() => {
  bodies.length = 0;
  server.use(
    answers(listPermissions, { items: [permission], total: 1, next: null }),
    answers(readPermission, permission),
    answers(listGroups, { items: [group], total: 1, next: null }),
    answers(listUsers, { items: [], total: 0, next: null }),
    answers(listRepositories, { items: [repository], total: 1 }),
    answers(createPermission, ({ body }) => {
      bodies.push(body);
      return permission;
    }),
    answers(updatePermission, ({ body }) => {
      bodies.push(body);
      return permission;
    }),
  );
});

describe('permissions', () => {
  it('ADMIN-007 ADMIN-012 SHELL-077 are listed with their resources and whom they name', async () => {
    renderArea(permissionScreens, list);
    const row = await screen.findByRole('row', { name: /Releases/ });
    expect(document.title).toBe('Permissions');
    expect(within(row).getByRole('link', { name: 'Releases' })).toHaveAttribute('href', `${list}/Releases/edit`);
    for (const text of ['npm-local', 'All', 'developers', 'ann']) expect(within(row).getByText(text)).toBeVisible();
  });

  it('ADMIN-008 ADMIN-012 are made of resources, groups and actions', async () => {
    const router = renderArea(permissionScreens, `${list}/create`);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Permission name' }), 'Releases');
    await userEvent.click(screen.getByRole('combobox', { name: 'Add a repository' }));
    await userEvent.click(await screen.findByRole('option', { name: /npm-local/ }));
    await userEvent.click(screen.getByRole('button', { name: 'All remote' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Add a group' }));
    await userEvent.click(await screen.findByRole('option', { name: /developers/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'developers: Deploy' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create permission' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`${list}/Releases/edit`));
    expect(document.title).toBe('Permissions');
    const section = { resourceType: 'repository', names: ['npm-local', 'ANY REMOTE'], include: [], exclude: [], users: [] };
    expect(bodies).toEqual([{ name: 'Releases', description: '', sections: [{ ...section, groups: [{ name: 'developers', actions: ['read', 'deploy'] }] }] }]);
  });

  it('say which section lacks what before anything is sent', async () => {
    renderArea(permissionScreens, `${list}/create`);
    await userEvent.type(await screen.findByRole('textbox', { name: 'Permission name' }), 'Releases');
    await userEvent.click(screen.getByRole('button', { name: 'Create permission' }));
    expect((await screen.findAllByText('Repositories: choose at least one repository')).length).toBeGreaterThan(0);
    expect(bodies).toEqual([]);
  });

  it('ADMIN-009 ADMIN-012 are changed: sections, builds by name, actions', async () => {
    renderArea(permissionScreens, `${list}/Releases/edit`);
    const builds = await screen.findByRole('region', { name: 'Builds' });
    await userEvent.type(within(builds).getByRole('textbox', { name: /Name of a build/ }), 'nightly{Enter}');
    await userEvent.click(within(builds).getByRole('checkbox', { name: 'developers: Manage' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    const sections = [
      permission.sections[0],
      { ...permission.sections[1], names: ['ANY', 'nightly'], groups: [{ name: 'developers', actions: ['read', 'manage'] }] },
    ];
    expect(bodies[0]).toEqual({ sections });
  });

  it('ADMIN-009 give rights on pipelines, which have no paths, and on destinations, in the words of each', async () => {
    renderArea(permissionScreens, `${list}/Releases/edit`);
    for (const [kind, name, action] of [
      ['Pipelines', 'Name of a pipeline, then Enter', 'Run'],
      ['Destinations', 'Name of a destination, then Enter', 'Distribute'],
    ] as const) {
      await userEvent.click(await screen.findByRole('button', { name: 'Add resources' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(kind) }));
      const section = await screen.findByRole('region', { name: kind });
      expect(within(section).queryAllByText('Only some paths')).toHaveLength(kind === 'Pipelines' ? 0 : 1);
      await userEvent.type(within(section).getByRole('textbox', { name }), 'one{Enter}');
      await userEvent.click(within(section).getByRole('combobox', { name: 'Add a group' }));
      await userEvent.click(await screen.findByRole('option', { name: /developers/ }));
      await userEvent.click(within(section).getByRole('checkbox', { name: `developers: ${action}` }));
      expect(within(section).getAllByRole('checkbox')).toHaveLength(3);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    const made = (resourceType: string) => ({
      resourceType,
      names: ['one'],
      include: [],
      exclude: [],
      users: [],
      groups: [{ name: 'developers', actions: ['read', 'deploy'] }],
    });
    expect(bodies[0]).toEqual({ sections: [...permission.sections, made('pipeline'), made('destination')] });
  });

  it('name the section that the server refused', async () => {
    server.use(on(updatePermission, () => refuseFields({ path: 'sections.1.groups', ...say(accessWords.no_group, { name: 'developers' }) })));
    renderArea(permissionScreens, `${list}/Releases/edit`);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'ann: Deploy' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect((await screen.findAllByText('Builds: There is no group developers')).length).toBeGreaterThan(0);
  });

  it('are deleted after saying who loses something', async () => {
    server.use(answers(deletePermission, undefined));
    renderArea(permissionScreens, list);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions Releases' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
    expect(screen.getByText(/1 group and 1 user lose what it gives them/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Delete permission' }));
    expect(await screen.findByText('Releases was deleted')).toBeVisible();
  });
});

it('leads to why somebody can or cannot', async () => {
  const router = renderArea(permissionScreens, list);
  await userEvent.click(await screen.findByRole('button', { name: /Why can/ }));
  expect(router.state.location.search).toBe('?why=1');
});
