import { readGeneralSettings, updateGeneralSettings } from '@packhouse/contract/access/access-general-routes.ts';
import { createGroup, listGroups, readGroup, updateGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { installLicence, listLicences } from '@packhouse/contract/access/access-licence-routes.ts';
import { createPermission, listPermissions, readPermission, updatePermission } from '@packhouse/contract/access/access-permission-routes.ts';
import { readAccessSettings, updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { createToken, listTokens } from '@packhouse/contract/access/access-token-routes.ts';
import { createUser, listUsers, readUser, updateUser } from '@packhouse/contract/access/access-user-routes.ts';
import { inviteUser, readUserState } from '@packhouse/contract/access/auth-invitation-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { expectEveryForm } from '@packhouse/testkit/console/every-form.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import { ann } from '@packhouse/testkit/console/test-user.ts';
import area from './area.ts';

prepareFormExamination();
expectEveryForm(import.meta.dirname);

const { routes } = area;
const long = (length: number) => 'x'.repeat(length + 1);
const none = { items: [], total: 0, next: null };
const somebody = [
  answers(readUser, ann),
  answers(readUserState, { secondFactor: false, blockedUntil: null, locked: false, invitation: null }),
  answers(listUsers, { ...none, items: [ann], total: 1 }),
  answers(listGroups, none),
  answers(listTokens, none),
];

examineForm('users/user-form-page.tsx NewUserPage', {
  routes,
  path: '/admin/management/users/new',
  answers: somebody,
  submit: 'Create user',
  good: { 'User name': 'bob', 'E-mail': 'bob@example.test', Password: 'Secret-pass-1' },
  wrong: [
    ['User name', '', /Enter a user name/],
    ['E-mail', 'nobody', /valid e-mail/],
    ['Password', '', /Enter a password/],
    ['User name', 'bad name', /letters, digits/],
    ['User name', long(100), /at most 100/],
    ['E-mail', `${long(254)}@example.test`, /at most|valid/],
    ['Password', 'short', /at least 8/],
    ['Password', 'alllowercase1', /upper-case/],
  ],
  sends: createUser,
  reply: { ...ann, name: 'bob' },
  names: { 'User name': 'name', 'E-mail': 'email', Password: 'password', Groups: 'groups.0', Administrator: 'administrator' },
  exists: ['user_exists', 'User name'],
});

examineForm('users/user-form-page.tsx EditForm', {
  routes,
  path: '/admin/management/users/ann/edit',
  answers: somebody,
  submit: 'Save changes',
  good: { 'E-mail': 'new@example.test', 'New password': 'Secret-pass-1' },
  wrong: [
    ['E-mail', 'nobody', /valid e-mail/],
    ['New password', 'short', /at least 8/],
  ],
  sends: updateUser,
  reply: ann,
  names: { 'E-mail': 'email', 'New password': 'password', Disabled: 'status' },
});

examineForm('users/set-password.tsx SetPassword', {
  routes,
  path: '/admin/management/users/ann/edit',
  answers: [answers(readUser, { ...ann, managedBy: { name: 'Hub', url: 'https://hub.example.test', ownPassword: true } }), ...somebody],
  open: ['Set a password'],
  submit: 'Set a password',
  good: { 'New password': 'Secret-pass-1' },
  wrong: [
    ['New password', '', /at least 8/],
    ['New password', 'short', /at least 8/],
    ['New password', 'alllowercase1', /upper-case/],
  ],
  sends: updateUser,
  reply: ann,
  names: { 'New password': 'password' },
});

examineForm('users/invite-user-page.tsx InviteUserPage', {
  routes,
  path: '/admin/management/users/invite',
  answers: somebody,
  submit: 'Send invitation',
  good: { 'User name': 'bob', 'E-mail': 'bob@example.test' },
  wrong: [
    ['User name', '', /Enter a user name/],
    ['E-mail', '', /e-mail/],
    ['User name', 'bad name', /letters, digits/],
    ['E-mail', 'nobody', /valid e-mail/],
  ],
  sends: inviteUser,
  reply: { user: ann, problem: null },
  names: { 'User name': 'name', 'E-mail': 'email', Groups: 'groups.0' },
  exists: ['user_exists', 'User name'],
});

const developers = {
  name: 'developers',
  description: 'They',
  autoJoin: false,
  administrator: false,
  keptDuties: [],
  externalId: '',
  realm: 'internal',
  memberCount: 0,
  createdAt: ann.createdAt,
  members: [],
};

examineForm('groups/group-form-page.tsx NewGroupPage', {
  routes,
  path: '/admin/management/groups/new',
  answers: somebody,
  submit: 'Create group',
  good: { 'Group name': 'builders', Description: 'They build' },
  wrong: [
    ['Group name', '', /Enter a group name/],
    ['Description', long(1000), /at most 1000/],
    ['Group name', 'a/b', /letters, digits/],
    ['Group name', long(100), /at most 100/],
  ],
  sends: createGroup,
  reply: { ...developers, name: 'builders' },
  names: { 'Group name': 'name', Description: 'description', 'Id in the directory': 'externalId' },
  exists: ['group_exists', 'Group name'],
});

examineForm('groups/group-form-page.tsx EditForm', {
  routes,
  path: '/admin/management/groups/developers/edit',
  answers: [answers(readGroup, developers), ...somebody],
  submit: 'Save changes',
  good: { Description: 'Others' },
  wrong: [['Description', long(1000), /at most 1000/]],
  sends: updateGroup,
  reply: developers,
  names: { Description: 'description', 'Id in the directory': 'externalId' },
});

const readers = { name: 'readers', description: '', sections: [], createdAt: ann.createdAt, modifiedAt: ann.createdAt };

examineForm('permissions/permission-form-page.tsx NewPermissionPage', {
  routes,
  path: '/admin/management/permissions/create',
  answers: somebody,
  open: ['Take Repositories out'],
  submit: 'Create permission',
  good: { 'Permission name': 'readers', Description: 'They read' },
  wrong: [
    ['Permission name', '', /Enter a permission name/],
    ['Description', long(1000), /at most 1000/],
    ['Permission name', 'a/b', /cannot be used/],
    ['Permission name', long(100), /at most 100/],
  ],
  sends: createPermission,
  reply: readers,
  names: { 'Permission name': 'name', Description: 'description', Resources: 'sections' },
  exists: ['permission_exists', 'Permission name'],
});

examineForm('permissions/permission-form-page.tsx EditForm', {
  routes,
  path: '/admin/management/permissions/readers/edit',
  answers: [answers(readPermission, readers), answers(listPermissions, none), ...somebody],
  submit: 'Save changes',
  good: { 'Permission name': 'writers', Description: 'They write' },
  wrong: [['Permission name', '', /Enter a permission name/]],
  sends: updatePermission,
  reply: readers,
  names: { 'Permission name': 'name', Description: 'description', Resources: 'sections' },
  exists: ['permission_exists', 'Permission name'],
});

const token = {
  id: 't1',
  userName: 'ann',
  description: 'For CI',
  scope: 'applied-permissions/user',
  refreshable: false,
  hasReferenceToken: false,
  createdBy: 'ann',
  issuedAt: ann.createdAt,
  expiresAt: null,
  lastUsedAt: null,
  accessToken: 'secret',
  referenceToken: null,
  refreshToken: null,
};

examineForm('tokens/create-token.tsx CreateToken', {
  routes,
  path: '/admin/management/tokens',
  answers: somebody,
  open: ['New access token'],
  submit: 'Create token',
  good: { Description: 'For CI', Expires: 'A number of days…', Days: '30' },
  wrong: [
    ['Days', '', /Fill this in|whole number/],
    ['Description', long(200), /at most 200/],
    ['Days', 'many', /Give a number/],
    ['Days', '1.5', /whole number/],
    ['Days', '0', /1 or more/],
    ['Days', '99999', /3650 at most/],
  ],
  sends: createToken,
  reply: token,
  names: { User: 'userName', Description: 'description', Expires: 'expiresIn', 'It may do': 'scope' },
});

const general = { serverName: '', baseUrl: '', logoUrl: '', footerMessage: '', fixedBaseUrl: null, hasLogo: false };

examineForm('general/general-page.tsx SettingsForm', {
  routes,
  path: '/admin/configuration/general',
  answers: [answers(readGeneralSettings, general)],
  submit: 'Save changes',
  good: {
    'Server name': 'Here',
    'Base URL': 'https://packages.example.test',
    'Address of a logo elsewhere': 'https://example.test/l.svg',
    'Footer message': 'Hello',
  },
  wrong: [
    ['Base URL', 'packages.example.test', /Enter an address such as/],
    ['Address of a logo elsewhere', 'logo.svg', /begins with https/],
    ['Server name', long(100), /at most/],
    ['Footer message', long(500), /at most/],
    ['Base URL', 'https://packages.example.test/path', /without a path/],
  ],
  sends: updateGeneralSettings,
  reply: general,
  names: { 'Server name': 'serverName', 'Base URL': 'baseUrl', 'Address of a logo elsewhere': 'logoUrl', 'Footer message': 'footerMessage' },
});

const security = {
  anonymousAccess: false,
  anonymousUiBlocked: false,
  requireSecondFactor: false,
  passwordExpiryDays: 0,
  lockAfterFailures: 0,
  basicRealm: 'Artifactory Realm',
};

examineForm('settings/security-settings-page.tsx SettingsForm', {
  routes,
  path: '/admin/security/settings',
  answers: [answers(readAccessSettings, security), answers(listPermissions, none)],
  submit: 'Save changes',
  good: { 'Days until a new password must be chosen': '90' },
  wrong: [
    ['Days until a new password must be chosen', '', /number of days/],
    ['Days until a new password must be chosen', 'soon', /number of days/],
    ['Days until a new password must be chosen', '-1', /0 or more/],
    ['Days until a new password must be chosen', '1.5', /whole days/],
    ['Days until a new password must be chosen', '4000', /3650/],
    ['Realm', '', /Enter a realm/],
    ['Realm', 'a "realm"', /no quotes/],
    ['Realm', long(101), /at most 100/],
  ],
  sends: updateAccessSettings,
  reply: security,
  names: { 'Days until a new password must be chosen': 'passwordExpiryDays', 'Require a second factor': 'requireSecondFactor', Realm: 'basicRealm' },
});

examineForm('licences/install-licence.tsx InstallLicence', {
  routes,
  path: '/admin/license_management/licenses',
  answers: [answers(listLicences, { items: [], installable: true })],
  open: ['Install license'],
  submit: 'Install license',
  good: { License: 'eyJhbGciOi.payload.signature' },
  wrong: [
    ['License', '', /Paste the licence/],
    ['License', long(100_000), /too long/],
  ],
  sends: installLicence,
  reply: {
    id: 'l1',
    type: 'ENTERPRISE',
    rank: 4,
    licensedTo: 'Acme',
    issuedAt: null,
    expiresAt: null,
    projects: null,
    bucket: null,
    builtIn: false,
    state: 'valid',
    holds: true,
    node: 'here',
  },
  names: { License: 'licence' },
});
