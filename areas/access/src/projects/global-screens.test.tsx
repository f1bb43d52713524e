import * as places from '@packhouse/contract/access/access-environment-routes.ts';
import * as routes from '@packhouse/contract/access/access-project-routes.ts';
import { listEnvironments } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { projectScreens } from './projects-screens.ts';

prepareConsole();

const role = (name: string, type: routes.Role['type']): routes.Role => ({ name, description: '', type, environments: ['DEV'], actions: [] });

beforeEach(() => {
  server.use(
    answers(routes.listRoles, [role('Developer', 'PREDEFINED'), role('Auditor', 'CUSTOM_GLOBAL')]),
    answers(listEnvironments, [{ name: 'DEV' }, { name: 'STAGE' }, { name: 'web-QA', project: 'web' }]),
  );
});

describe('roles of every project', () => {
  it('are listed, changed and deleted where they are nobody else’s', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(routes.updateRole, ({ params, body }) => {
        asked.push([params.name, body]);
        return role('Auditor', 'CUSTOM_GLOBAL');
      }),
      answers(routes.deleteRole, ({ params }) => {
        asked.push(params.name);
        return undefined;
      }),
    );
    renderArea(projectScreens, '/admin/projects/roles');
    expect(await screen.findByRole('row', { name: /Developer/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Actions Developer' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Actions Auditor' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Edit/ }));
    await userEvent.type(await screen.findByRole('textbox', { name: /Description/ }), 'Looks');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(asked).toEqual([['Auditor', { description: 'Looks', environments: ['DEV'], actions: [] }]]));
    expect(await screen.findByText('Auditor was saved')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Actions Auditor' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete role' }));
    await waitFor(() => expect(asked.at(-1)).toBe('Auditor'));
  });

  it('are created with a name, and keep what was typed when refused', async () => {
    server.use(refuses(routes.createRole, 'role_exists'));
    renderArea(projectScreens, '/admin/projects/roles');
    await userEvent.click(await screen.findByRole('button', { name: 'New role' }));
    await userEvent.type(await screen.findByRole('textbox', { name: /Role name/ }), 'Auditor');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.getAllByText('A role with this name already exists')).toHaveLength(2));
    expect(screen.getByRole('textbox', { name: /Role name/ })).toHaveValue('Auditor');
    expect(screen.getByRole('textbox', { name: /Role name/ })).toHaveAttribute('aria-invalid', 'true');
  });
});

describe('environments of every project', () => {
  it('are listed without those of single projects, created and renamed', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(places.createEnvironment, ({ body }) => {
        asked.push(body);
        return { name: 'LAB' };
      }),
      answers(places.renameEnvironment, ({ params, body }) => {
        asked.push([params.name, body]);
        return { name: 'STAGED' };
      }),
    );
    renderArea(projectScreens, '/admin/projects/environments');
    expect(await screen.findByRole('row', { name: /STAGE/ })).toBeVisible();
    expect(screen.queryByText('web-QA')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'New environment' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'LAB');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('LAB was saved')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Actions STAGE' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Rename/ }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'D');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(asked).toEqual([{ name: 'LAB' }, ['STAGE', { name: 'STAGED' }]]));
  });
});
