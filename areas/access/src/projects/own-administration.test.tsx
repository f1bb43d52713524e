import {
  listProjectMembers,
  listProjectRoles,
  type ProjectMember,
  type Role,
  readProject,
  removeProjectMember,
  setProjectMember,
} from '@packhouse/contract/access/access-project-routes.ts';
import { type AskedOf, answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeLoss } from './own-administration.ts';
import { projectScreens } from './projects-screens.ts';

prepareConsole();

const role = (name: string, type: Role['type']): Role => ({ name, description: '', type, environments: ['DEV'], actions: [] });
const roles = [role('Project Admin', 'ADMIN'), role('Developer', 'PREDEFINED')];
const member = (kind: ProjectMember['kind'], name: string, ...names: string[]): ProjectMember => ({ kind, name, roles: names });
const ann = { name: 'ann', groups: ['makers'], administrator: false };

describe('what a change of members takes away', () => {
  const annAlone = [member('user', 'ann', 'Project Admin')];
  it.each([
    ['one’s own and the last administration', annAlone, member('user', 'Ann', 'Developer'), { own: true, last: true }],
    ['one’s own, while others have it', [...annAlone, member('user', 'zoe', 'Project Admin')], member('user', 'ann'), { own: true, last: false }],
    ['nothing where a group gives it too', [...annAlone, member('group', 'Makers', 'Project Admin')], member('user', 'ann'), { own: false, last: false }],
    ['one’s own through a group', [member('group', 'makers', 'Project Admin')], member('group', 'makers'), { own: true, last: true }],
    ['nothing of one’s own from others', [...annAlone, member('user', 'zoe', 'Project Admin')], member('user', 'zoe'), { own: false, last: false }],
    ['nothing that was not there', [member('user', 'ann', 'Developer')], member('user', 'ann'), { own: false, last: false }],
  ])('is %s', (_, members, changed, loss) => {
    expect(makeLoss(ann, roles, members, changed)).toEqual(loss);
  });
  it('is nothing of one’s own for administrators of the platform', () => {
    expect(makeLoss({ ...ann, administrator: true }, roles, annAlone, member('user', 'ann'))).toEqual({ own: false, last: true });
  });
});

const sent: string[] = [];
const session = { name: 'ann', administrator: false, managesProject: true, projectKey: 'web' };

beforeEach(() => {
  sent.length = 0;
  server.use(
    answers(readProject, {
      key: 'web',
      name: 'Web shop',
      description: '',
      privileges: { manageMembers: true, manageResources: true, indexResources: true },
      quotaBytes: null,
      softLimit: false,
      quotaNotification: true,
      createdAt: '2026-01-01T00:00:00.000Z',
      may: { settings: true, members: true, resources: true, quota: false },
    }),
    answers(listProjectRoles, roles),
    answers(listProjectMembers, [member('user', 'ann', 'Developer', 'Project Admin'), member('user', 'zoe', 'Project Admin')]),
    answers(setProjectMember, ({ params, body }: AskedOf) => {
      sent.push(`set ${params.name} ${JSON.stringify(body)}`);
      return member('user', String(params.name), 'Developer');
    }),
    answers(removeProjectMember, ({ params }: AskedOf) => {
      sent.push(`remove ${params.name}`);
    }),
  );
});

const readMenu = async (name: RegExp, entry: string) => {
  const row = await screen.findByRole('row', { name });
  await userEvent.click(within(row).getByRole('button', { name: /Actions/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(entry) }));
};
describe('members of a project', () => {
  it('ask before somebody gives the own administration up, and send nothing when that is declined', async () => {
    renderArea(projectScreens, '/project/members', session);
    await readMenu(/ann/, 'Change roles');
    const drawer = await screen.findByRole('dialog', { name: 'ann' });
    await userEvent.type(within(drawer).getByRole('combobox', { name: 'Roles' }), '{Backspace}');
    await userEvent.click(within(drawer).getByRole('button', { name: 'Save changes' }));
    const question = await screen.findByRole('dialog', { name: 'Give up the administration of Web shop?' });
    expect(question).toHaveTextContent(/neither its settings nor its members/);
    expect(question).not.toHaveTextContent(/Nobody else/);
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
    expect(screen.getByRole('dialog', { name: 'ann' })).toBeVisible();
    await userEvent.click(within(drawer).getByRole('button', { name: 'Save changes' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Give up administration' }));
    await waitFor(() => expect(sent).toEqual(['set ann {"roles":["Developer"]}']));
  });
  it('say what is lost before somebody who administers it takes themselves out', async () => {
    server.use(answers(listProjectMembers, [member('user', 'ann', 'Project Admin')]));
    renderArea(projectScreens, '/project/members', session);
    await readMenu(/ann/, 'Take out');
    const question = await screen.findByRole('dialog', { name: 'Take ann out?' });
    await waitFor(() => expect(question).toHaveTextContent(/cannot give yourself this back.*Nobody else administers the project/));
    await userEvent.click(within(question).getByRole('button', { name: 'Give up administration' }));
    await waitFor(() => expect(sent).toEqual(['remove ann']));
  });
  it('ask nothing more when somebody else’s roles change', async () => {
    renderArea(projectScreens, '/project/members', session);
    await readMenu(/zoe/, 'Take out');
    await userEvent.click(within(await screen.findByRole('dialog', { name: 'Take zoe out?' })).getByRole('button', { name: 'Take out' }));
    await waitFor(() => expect(sent).toEqual(['remove zoe']));
  });
});
