import * as places from '@packhouse/contract/access/access-environment-routes.ts';
import * as routes from '@packhouse/contract/access/access-project-routes.ts';
import { listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { type AskedOf, answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { ann } from '@packhouse/testkit/console/test-user.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { manifest } from '../manifest.ts';
import { projectScreens } from './projects-screens.ts';

prepareConsole();

const privileges = { manageMembers: true, manageResources: true, indexResources: true };
const project: routes.ProjectDetails = {
  key: 'web',
  name: 'Web shop',
  description: 'Sells',
  privileges,
  quotaBytes: null,
  softLimit: false,
  quotaNotification: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  may: { settings: true, members: true, resources: true, quota: true },
};
const asProjectAdministrator = { ...project, may: { ...project.may, quota: false } };
const person = { ...ann, email: 'zoe@example.test' };
const role = (name: string, type: routes.Role['type'] = 'PREDEFINED'): routes.Role => ({ name, description: '', type, environments: ['DEV'], actions: [] });
const bodies: unknown[] = [];
const keep =
  <Answer,>(answer: Answer) =>
  ({ body }: AskedOf) => {
    bodies.push(body);
    return answer;
  };

beforeEach(() => {
  bodies.length = 0;
  server.use(
    answers(listProjects, [{ key: 'web', name: 'Web shop', description: 'Sells', administrator: true }]),
    answers(routes.readProject, project),
    answers(routes.createProject, keep(project)),
    answers(routes.updateProject, keep(project)),
    answers(routes.listProjectMembers, [
      { kind: 'user', name: 'ann', roles: ['Developer', 'Viewer'] },
      { kind: 'group', name: 'makers', roles: ['Viewer'] },
    ]),
    answers(routes.listProjectRoles, [role('Project Admin', 'ADMIN'), role('Developer'), role('Tester', 'CUSTOM')]),
    answers(routes.setProjectMember, keep<routes.ProjectMember>({ kind: 'user', name: 'zoe', roles: ['Developer'] })),
    answers(places.listProjectEnvironments, [{ name: 'DEV' }, { name: 'web-QA', project: 'web' }]),
    answers(places.createProjectEnvironment, keep({ name: 'web-LAB', project: 'web' })),
    answers(places.listProjectRepositories, [
      {
        key: 'libs',
        class: 'local',
        format: 'npm',
        environments: ['DEV'],
        projectKey: 'web',
        sharing: { withAll: false, projects: ['app'], readOnly: true },
      },
      { key: 'tools', class: 'remote', format: 'npm', environments: [], projectKey: 'app', sharing: { withAll: true, projects: [], readOnly: false } },
    ]),
    answers(listUsers, { items: [{ ...person, name: 'zoe' }], total: 1, next: null }),
  );
});

describe('the list of projects', () => {
  it('SHELL-057 shows name, key and description, and leads to creating and opening', async () => {
    renderArea(projectScreens, '/admin/projects/list');
    const row = await screen.findByRole('row', { name: /Web shop/ });
    expect(within(row).getByRole('link', { name: 'Web shop' })).toHaveAttribute('href', '/admin/projects/web/general');
    expect(within(row).getByText('web')).toBeVisible();
    expect(within(row).getByText('Sells')).toBeVisible();
    expect(screen.getByRole('link', { name: 'New project' })).toHaveAttribute('href', '/admin/projects/new');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search projects' }), 'nothing');
    expect(await screen.findByText('No project fits the search')).toBeVisible();
  });

  it('shows what would help while there are none', async () => {
    server.use(answers(listProjects, []));
    renderArea(projectScreens, '/admin/projects/list');
    expect(await screen.findByText('No projects yet')).toBeVisible();
  });

  it('SHELL-056 is the line of Administration for projects', () => {
    expect(manifest.nav.find(({ path }) => path === '/admin/projects/list')).toMatchObject({ sidebar: 'administration', requires: { role: 'administrator' } });
  });
});

describe('a new project', () => {
  it('says next to the field what is wrong with its key, and loses nothing typed', async () => {
    renderArea(projectScreens, '/admin/projects/new');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Project name' }), 'Web shop');
    await userEvent.type(screen.getByRole('textbox', { name: 'Project key' }), 'Web');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect((await screen.findAllByText('Project key must start with a lowercase character'))[0]).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Project name' })).toHaveValue('Web shop');
    await userEvent.clear(screen.getByRole('textbox', { name: 'Project key' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Project key' }), 'web');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(bodies).toMatchObject([{ key: 'web', name: 'Web shop', quotaBytes: null }]));
  });
});

describe('SHELL-084 the settings of the chosen project', () => {
  it('are listed by the sidebar', () => {
    const lines = manifest.nav.filter(({ sidebar }) => sidebar === 'project').map(({ path }) => path);
    expect(lines).toEqual(expect.arrayContaining(['general', 'members', 'groups', 'repositories', 'environments'].map((one) => `/project/${one}`)));
  });

  it('are those of the project chosen for the console, or of the one in the address', async () => {
    server.use(answers(routes.readProject, asProjectAdministrator));
    renderArea(projectScreens, '/project/general', { administrator: false, managesProject: true, projectKey: 'web' });
    expect(await screen.findByRole('textbox', { name: 'Project name' })).toHaveValue('Web shop');
    expect(screen.getByRole('checkbox', { name: 'Manage members' })).toBeDisabled();
    await userEvent.type(screen.getByRole('textbox', { name: /Description/ }), ' well');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(bodies).toEqual([{ name: 'Web shop', description: 'Sells well' }]));
  });

  it('ask for a project while none is chosen', async () => {
    renderArea(projectScreens, '/project/members', { administrator: false });
    expect(await screen.findByText('Choose a project in the sidebar')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'All projects' })).toBeNull();
  });

  it('lead administrators to all projects while none is chosen', async () => {
    renderArea(projectScreens, '/project/members');
    expect(await screen.findByRole('link', { name: 'All projects' })).toHaveAttribute('href', '/admin/projects/list');
  });

  it('list members with their roles, and take in another', async () => {
    renderArea(projectScreens, '/project/members?projectKey=web');
    expect(await screen.findByRole('row', { name: /ann.*Developer.*Viewer/ })).toBeVisible();
    expect(screen.queryByText('makers')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Add member' }));
    await userEvent.type(await screen.findByRole('combobox', { name: 'User name' }), 'zo');
    await userEvent.click(await screen.findByRole('option', { name: /zoe/ }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Roles' }));
    await userEvent.click(await screen.findByText('Tester'));
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(bodies).toEqual([{ roles: ['Tester'] }]));
  });

  it.each([
    ['groups', /makers.*Viewer/],
    ['roles', /Project Admin.*Administers the project.*Everywhere/],
    ['repositories', /libs.*Local.*DEV.*app.*Read only/],
    ['repositories', /tools.*Remote.*By project app/],
    ['environments', /web-QA.*This project/],
  ])('list %s', async (page, row) => {
    renderArea(projectScreens, `/project/${page}?projectKey=web`);
    expect(await screen.findByRole('row', { name: row })).toBeVisible();
  });

  it('say next to the field why an environment cannot be made', async () => {
    server.use(refuses(places.createProjectEnvironment, 'environment_exists'));
    renderArea(projectScreens, '/admin/projects/web/environments');
    await userEvent.click(await screen.findByRole('button', { name: 'New environment' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'LAB');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.getAllByText('An environment with this name already exists')).toHaveLength(2));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('web-LAB');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus());
  });

  it('say in words what a role allows', async () => {
    renderArea(projectScreens, '/project/roles?projectKey=web');
    await userEvent.click(await screen.findByRole('button', { name: 'New role' }));
    const drawer = await screen.findByRole('dialog', { name: 'New role' });
    expect(await within(drawer).findByText('Read repositories')).toBeVisible();
    expect(within(drawer).queryByText('READ_REPOSITORY')).toBeNull();
  });

  it('cannot be changed by members who do not keep them', async () => {
    server.use(answers(routes.readProject, { ...project, may: { settings: false, members: false, resources: false, quota: false } }));
    renderArea(projectScreens, '/project/members?projectKey=web');
    await screen.findByRole('row', { name: /ann/ });
    expect(screen.getByRole('button', { name: /Add member/ })).toHaveAttribute('aria-disabled', 'true');
  });
});
