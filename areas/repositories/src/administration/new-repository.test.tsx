import { listProjectEnvironments } from '@packhouse/contract/access/access-environment-routes.ts';
import { listClientCertificates } from '@packhouse/contract/repositories/key-routes.ts';
import { listProxies } from '@packhouse/contract/repositories/proxy-routes.ts';
import { createProjectRepository, createRepository, listRepositories, type Repository } from '@packhouse/contract/repositories/repository-routes.ts';
import { LocalSettings } from '@packhouse/contract/repositories/repository-settings.ts';
import { availablePackages, listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { administrationScreens } from './administration-screens.ts';

prepareConsole();

const at = '2026-01-01T00:00:00Z';
const made: Repository = {
  class: 'local',
  key: 'web-libs',
  format: 'generic',
  description: '',
  url: 'https://packages.example.test/artifactory/web-libs',
  createdAt: at,
  modifiedAt: at,
  settings: LocalSettings.parse({}),
  usedBy: [],
};
const ofProject = { administrator: false, managesProject: true, projectKey: 'web' };
const create = async () => userEvent.click(screen.getByRole('button', { name: 'Create repository' }));

beforeEach(() => {
  server.use(
    answers(listProxies, { items: [] }),
    answers(listClientCertificates, { items: [] }),
    answers(availablePackages, ['generic', 'npm']),
    answers(listRepositories, { items: [], total: 0 }),
    answers(listProjects, [{ key: 'web', name: 'Web shop', description: '', administrator: true }]),
    answers(listProjectEnvironments, [{ name: 'DEV' }, { name: 'web-QA', project: 'web' }]),
  );
});

describe('a new repository of a project', () => {
  it('is made by those who administer the project, with its key in front and its environments', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(createProjectRepository, ({ params, body }) => {
        asked.push([params.key, body]);
        return made;
      }),
    );
    const router = renderArea(administrationScreens, '/project/repositories/new/local', ofProject);
    const key = await screen.findByRole('textbox', { name: /Key/ });
    expect(key).toHaveValue('web-');
    await userEvent.type(key, 'libs');
    await userEvent.click(screen.getByRole('combobox', { name: /^Environments/ }));
    await userEvent.click(await screen.findByTitle('web-QA'));
    await create();
    await waitFor(() => expect(router.state.location.pathname).toBe('/project/repositories'));
    expect(asked).toMatchObject([['web', { class: 'local', key: 'web-libs', projectKey: 'web', environments: ['DEV', 'web-QA'] }]]);
    expect(screen.queryByRole('combobox', { name: /^Project/ })).toBeNull();
  });

  it('keeps what was typed when the server refuses', async () => {
    server.use(refuses(createProjectRepository, 'repository_exists'));
    renderArea(administrationScreens, '/project/repositories/new/local', ofProject);
    await userEvent.type(await screen.findByRole('textbox', { name: /Key/ }), 'libs');
    await create();
    expect((await screen.findAllByText('A repository with this key already exists'))[0]).toBeVisible();
    expect(screen.getByRole('textbox', { name: /Key/ })).toHaveValue('web-libs');
  });

  it('asks for a project when none is chosen', async () => {
    renderArea(administrationScreens, '/project/repositories/new/local', { administrator: false, projectKey: undefined });
    expect(await screen.findByText('Choose a project in the sidebar')).toBeVisible();
  });

  it('can be put into a project by platform administrators', async () => {
    let body: unknown;
    server.use(
      answers(createRepository, (asked) => {
        body = asked.body;
        return made;
      }),
    );
    renderArea(administrationScreens, '/admin/repositories/local/new');
    await userEvent.type(await screen.findByRole('textbox', { name: /Key/ }), 'web-libs');
    expect(screen.queryByRole('combobox', { name: /^Environments/ })).toBeNull();
    await userEvent.click(screen.getByRole('combobox', { name: /^Project/ }));
    await userEvent.click(await screen.findByTitle('Web shop (web)'));
    await userEvent.click(await screen.findByRole('combobox', { name: /^Environments/ }));
    await userEvent.click(await screen.findByTitle('DEV'));
    await create();
    await waitFor(() => expect(body).toMatchObject({ key: 'web-libs', projectKey: 'web', environments: ['DEV'] }));
  });
});
