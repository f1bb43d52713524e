import * as places from '@packhouse/contract/access/access-environment-routes.ts';
import * as projects from '@packhouse/contract/access/access-project-routes.ts';
import { listRepositories } from '@packhouse/contract/repositories/repository-routes.ts';
import { listEnvironments, listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import area from './area.ts';

prepareFormExamination();

const { routes } = area;
const long = (length: number) => 'x'.repeat(length + 1);
const web: projects.ProjectDetails = {
  key: 'web',
  name: 'Web shop',
  description: '',
  privileges: { manageMembers: true, manageResources: true, indexResources: true },
  quotaBytes: null,
  softLimit: false,
  quotaNotification: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  may: { settings: true, members: true, resources: true, quota: true },
};
const tester: projects.Role = { name: 'Tester', description: '', type: 'CUSTOM', environments: ['DEV'], actions: ['READ_REPOSITORY'] };
const libs: places.ProjectRepository = {
  key: 'libs',
  class: 'local',
  format: 'npm',
  environments: ['DEV'],
  projectKey: 'web',
  sharing: { withAll: false, projects: [], readOnly: false },
};
const known = [
  answers(listProjects, [{ key: 'web', name: 'Web shop', description: '', administrator: true }]),
  answers(projects.readProject, web),
  answers(projects.listProjectRoles, [tester]),
  answers(projects.listRoles, []),
  answers(projects.listProjectMembers, []),
  answers(places.listProjectEnvironments, [{ name: 'DEV' }]),
  answers(places.listProjectRepositories, []),
  answers(listEnvironments, [{ name: 'DEV' }]),
  answers(listRepositories, { items: [], total: 0 }),
];
const quota = 'Quota, empty for none';

examineForm('projects/new-project-page.tsx NewProjectPage', {
  routes,
  path: '/admin/projects/new',
  answers: known,
  submit: 'Create',
  good: { 'Project name': 'Shop', 'Project key': 'shop', Description: 'Sells', [quota]: '10' },
  wrong: [
    ['Project name', '', /Enter a project name/],
    ['Project key', '', /lowercase|at least/],
    ['Description', long(1000), /at most 1000/],
    [quota, 'much', /positive number/],
    ['Project name', long(100), /at most 100/],
    ['Project key', 'Shop', /lowercase/],
    [quota, '-1', /positive number/],
    ['Project key', 'all', /reserved/],
    ['Project key', `a${long(200)}`, /at most/],
  ],
  sends: projects.createProject,
  reply: { ...web, key: 'shop' },
  names: { 'Project name': 'name', 'Project key': 'key', Description: 'description', [quota]: 'quotaBytes' },
  exists: ['project_exists', 'Project key'],
});

examineForm('projects/general-page.tsx GeneralForm', {
  routes,
  path: '/admin/projects/web/general',
  answers: known,
  submit: 'Save changes',
  good: { 'Project name': 'Shop', Description: 'Sells', [quota]: '10' },
  wrong: [
    ['Project name', '', /Enter a project name/],
    [quota, 'much', /positive number/],
  ],
  sends: projects.updateProject,
  reply: web,
  names: { 'Project name': 'name', Description: 'description', [quota]: 'quotaBytes' },
  exists: ['project_exists', 'Project name'],
});

examineForm('projects/members-page.tsx MemberDrawer', {
  routes,
  path: '/project/members',
  session: { administrator: false, projectKey: 'web', managesProject: true },
  answers: known,
  open: ['Add member'],
  submit: 'Add',
  good: { 'User name': 'ann', Roles: 'Tester' },
  wrong: [['User name', '', /name/]],
  sends: projects.setProjectMember,
  reply: { kind: 'user', name: 'ann', roles: ['Tester'] },
  names: { Roles: 'roles' },
});

examineForm('projects/repositories-page.tsx PlaceDrawer', {
  routes,
  path: '/admin/projects/web/repositories',
  answers: [answers(places.listProjectRepositories, [{ ...libs, environments: [] }]), ...known],
  open: ['Actions libs', 'Change environments'],
  submit: 'Save changes',
  good: { Environments: 'DEV' },
  wrong: [],
  sends: places.setProjectRepository,
  reply: libs,
  names: { Environments: 'environments.0' },
});

examineForm('projects/share-drawer.tsx ShareDrawer', {
  routes,
  path: '/admin/projects/web/repositories',
  answers: [
    answers(places.listProjectRepositories, [libs]),
    answers(listProjects, [
      { key: 'web', name: 'Web shop', description: '', administrator: true },
      { key: 'app', name: 'App', description: '', administrator: true },
    ]),
    ...known,
  ],
  open: ['Actions libs', 'Share'],
  submit: 'Save changes',
  good: { 'With these projects': 'App (app)' },
  wrong: [],
  sends: places.shareProjectRepository,
  reply: undefined,
  names: { 'With these projects': 'projects.0' },
});

const roleFields = { 'Role name': 'name', Description: 'description', Environments: 'environments', Actions: 'actions.0' };

examineForm('projects/role-drawer.tsx RoleDrawer', {
  routes,
  path: '/admin/projects/web/roles',
  answers: known,
  open: ['New role'],
  submit: 'Create',
  good: { 'Role name': 'Packer', Description: 'Packs' },
  wrong: [
    ['Role name', '', /Enter a role name/],
    ['Description', long(1000), /at most/],
    ['Role name', 'a/b', /cannot be used/],
    ['Role name', long(64), /at most 64/],
  ],
  sends: projects.createProjectRole,
  reply: { ...tester, name: 'Packer' },
  names: roleFields,
  exists: ['role_exists', 'Role name'],
});

examineForm('projects/role-drawer.tsx RoleDrawer', {
  routes,
  path: '/admin/projects/roles',
  answers: known,
  open: ['New role'],
  submit: 'Create',
  good: { 'Role name': 'Packer', Description: 'Packs' },
  wrong: [['Role name', '', /Enter a role name/]],
  sends: projects.createRole,
  reply: { ...tester, name: 'Packer' },
  names: roleFields,
  exists: ['role_exists', 'Role name'],
});

examineForm('projects/environment-drawer.tsx EnvironmentDrawer', {
  routes,
  path: '/admin/projects/web/environments',
  answers: known,
  open: ['New environment'],
  submit: 'Create',
  good: { Name: 'web-QA' },
  wrong: [
    ['Name', '', /Enter a name/],
    ['Name', 'web QA', /letters, digits/],
    ['Name', long(160), /at most 160/],
  ],
  sends: places.createProjectEnvironment,
  reply: { name: 'web-QA', project: 'web' },
  names: { Name: 'name' },
  exists: ['environment_exists', 'Name'],
});

examineForm('projects/environment-drawer.tsx EnvironmentDrawer', {
  routes,
  path: '/admin/projects/environments',
  answers: known,
  open: ['New environment'],
  submit: 'Create',
  good: { Name: 'QA' },
  wrong: [
    ['Name', '', /Enter a name/],
    ['Name', 'Q A', /letters, digits/],
  ],
  sends: places.createEnvironment,
  reply: { name: 'QA' },
  names: { Name: 'name' },
  exists: ['environment_exists', 'Name'],
});
