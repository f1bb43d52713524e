import { readCrowdSettings, updateCrowdSettings } from '@packhouse/contract/access/access-crowd-routes.ts';
import { readHeaderSsoSettings, updateHeaderSsoSettings } from '@packhouse/contract/access/access-header-sso-routes.ts';
import * as ldap from '@packhouse/contract/access/access-ldap-routes.ts';
import * as oauth from '@packhouse/contract/access/access-oauth-routes.ts';
import * as oidc from '@packhouse/contract/access/access-oidc-routes.ts';
import { readSamlSettings, updateSamlSettings } from '@packhouse/contract/access/access-saml-routes.ts';
import { readMailSettings, updateMailSettings } from '@packhouse/contract/access/auth-mail-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { examineForm, prepareFormExamination } from '@packhouse/testkit/console/examine-form.ts';
import area from './area.ts';

prepareFormExamination();

const { routes } = area;
const long = (length: number) => 'x'.repeat(length + 1);
const external = { createUsers: true, linkExisting: false, profileUpdatable: false, syncGroups: false, groupMapping: {} };

const github: oauth.OauthProvider = {
  name: 'github',
  type: 'OpenID',
  enabled: true,
  clientId: 'us',
  issuerUrl: 'https://id.example.test',
  authorizationUrl: '',
  tokenUrl: '',
  userInfoUrl: '',
  scopes: 'openid',
  subjectClaim: 'sub',
  userNameClaim: 'preferred_username',
  emailClaim: 'email',
  groupsClaim: 'groups',
  ...external,
  hasSecret: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const providers = [
  answers(oauth.listOauthProviders, { items: [github], callbackUrl: 'https://packages.example.test/callback' }),
  answers(oauth.readOauthProvider, github),
];
const oauthNames = {
  Issuer: 'issuerUrl',
  'Client id': 'clientId',
  'Client secret': 'clientSecret',
  'Scopes asked for': 'scopes',
  'User name': 'userNameClaim',
  Groups: 'groupsClaim',
};

examineForm('oauth/oauth-form-page.tsx NewOauthPage', {
  routes,
  path: '/admin/security/oauth/new',
  answers: providers,
  submit: 'Create provider',
  good: { Name: 'corporate', Issuer: 'https://id.example.test', 'Client id': 'us', 'Client secret': 'secret' },
  wrong: [
    ['Name', '', /Enter a name/],
    ['Issuer', '', /Enter this address/],
    ['Client id', '', /Enter the client id/],
    ['User name', '', /name of a claim/],
    ['Name', 'a/b', /letters, digits/],
    ['Issuer', 'id.example.test', /begins with https/],
    ['Client id', long(500), /at most 500/],
    ['Scopes asked for', long(500), /at most 500/],
    ['Name', long(60), /at most 60/],
    ['Issuer', 'http://id.example.test', /begins with https/],
  ],
  sends: oauth.createOauthProvider,
  reply: { ...github, name: 'corporate' },
  names: { Name: 'name', ...oauthNames },
  exists: ['already_exists', 'Name'],
});

examineForm('oauth/oauth-form-page.tsx EditForm', {
  routes,
  path: '/admin/security/oauth/github/edit',
  answers: providers,
  submit: 'Save changes',
  good: { Issuer: 'https://other.example.test', 'Client id': 'others' },
  wrong: [
    ['Issuer', '', /Enter this address/],
    ['Client id', '', /Enter the client id/],
  ],
  sends: oauth.updateOauthProvider,
  reply: github,
  names: oauthNames,
});

const saml = {
  enabled: false,
  entryPoint: '',
  issuer: '',
  certificate: '',
  entityId: '',
  verifyAudience: true,
  logoutUrl: '',
  userNameAttribute: '',
  emailAttribute: 'email',
  groupsAttribute: 'groups',
  ...external,
  certificates: [],
  ourSide: { entityId: 'us', acsUrl: 'https://packages.example.test/acs', metadataUrl: 'https://packages.example.test/metadata' },
};

examineForm('saml/saml-settings-page.tsx SettingsForm', {
  routes,
  path: '/admin/security/saml',
  answers: [answers(readSamlSettings, saml)],
  submit: 'Save changes',
  good: {
    'Offer SAML on the sign-in page': 'on',
    'Sign-in address': 'https://id.example.test/sso',
    'Entity id of the identity provider': 'them',
    Certificate: 'MII',
    'Sign-out address': 'https://id.example.test/slo',
  },
  conflicts: [
    ['Sign-in address', '', /what the identity provider gave you/],
    ['Entity id of the identity provider', '', /what the identity provider gave you/],
    ['Certificate', '', /what the identity provider gave you/],
  ],
  wrong: [
    ['Sign-in address', 'id.example.test', /begins with https/],
    ['Sign-out address', 'http://id.example.test', /begins with https/],
    ['Certificate', long(20_000), /at most 20000/],
  ],
  sends: updateSamlSettings,
  reply: saml,
  names: { 'Sign-in address': 'entryPoint', Certificate: 'certificate', 'Sign-out address': 'logoutUrl', 'User name': 'userNameAttribute' },
});

const server: ldap.LdapServer = {
  ...ldap.LdapServer.parse({ key: 'main', url: 'ldaps://ldap.example.test/dc=example', hasManagerPassword: false, authorities: [] }),
};
const groups: ldap.LdapGroupSetting = ldap.LdapGroupSetting.parse({ key: 'staff', serverKey: 'main' });
const directory = [answers(ldap.listLdapServers, { items: [server] }), answers(ldap.listLdapGroupSettings, { items: [groups] })];
const serverGood = { Address: 'ldaps://ldap.example.test/dc=example', 'Name of the entry': 'cn=reader', Password: 'secret', 'Search filter': '(uid={0})' };
const serverNames = {
  Address: 'url',
  'Certificate authorities': 'certificateAuthorities',
  'Search filter': 'searchFilter',
  'E-mail attribute': 'emailAttribute',
};
const serverWrong = [
  ['Address', 'ldap.example.test', /such as ldaps/],
  ['Search filter', 'uid={0}', /in parentheses/],
  ['E-mail attribute', '1 2', /name of an attribute/],
  ['Address', 'https://ldap.example.test', /such as ldaps/],
  ['Pattern of names', 'uid=somebody', /needs \{0\}/],
] as const;

examineForm('ldap/server-form-page.tsx NewServerPage', {
  routes,
  path: '/admin/security/ldap/servers/new',
  answers: directory,
  submit: 'Create',
  good: { Name: 'second', ...serverGood, 'E-mail attribute': 'mail', 'Pattern of names': '' },
  wrong: [['Name', '', /lower-case letters/], ...serverWrong.slice(0, 3), ['Name', 'Big One', /lower-case letters/], serverWrong[3]!],
  sends: ldap.createLdapServer,
  reply: { ...server, key: 'second' },
  names: { Name: 'key', ...serverNames },
  exists: ['already_exists', 'Name'],
});

examineForm('ldap/server-form-page.tsx EditForm', {
  routes,
  path: '/admin/security/ldap/servers/main/edit',
  answers: directory,
  submit: 'Save changes',
  good: { ...serverGood, 'Pattern of names': '' },
  wrong: [],
  conflicts: [['Pattern of names', 'uid=somebody', /needs \{0\}/]],
  sends: ldap.updateLdapServer,
  reply: server,
  names: serverNames,
});

const groupsGood = { 'Search below': 'ou=groups', Filter: '(objectClass=group)', 'Name attribute': 'cn', 'Member attribute': 'member' };
const groupsNames = { 'Directory server': 'serverKey', Filter: 'filter', 'Name attribute': 'nameAttribute', 'Member attribute': 'memberAttribute' };

examineForm('ldap/group-form-page.tsx NewForm', {
  routes,
  path: '/admin/security/ldap/groups/new',
  answers: directory,
  submit: 'Create',
  good: { Name: 'others', ...groupsGood },
  wrong: [
    ['Name', '', /lower-case letters/],
    ['Filter', '', /in parentheses/],
    ['Name attribute', '', /name of an attribute/],
    ['Member attribute', 'a b', /name of an attribute/],
    ['Filter', '(uid=x', /in parentheses/],
    ['Search below', long(1000), /at most 1000/],
  ],
  sends: ldap.createLdapGroupSetting,
  reply: { ...groups, key: 'others' },
  names: { Name: 'key', ...groupsNames },
  exists: ['already_exists', 'Name'],
});

examineForm('ldap/group-form-page.tsx EditForm', {
  routes,
  path: '/admin/security/ldap/groups/staff/edit',
  answers: directory,
  submit: 'Save changes',
  good: groupsGood,
  wrong: [['Filter', '', /in parentheses/]],
  sends: ldap.updateLdapGroupSetting,
  reply: groups,
  names: groupsNames,
});

const crowd = {
  enabled: false,
  url: '',
  allowPrivate: true,
  applicationName: '',
  sessions: true,
  cookieName: 'crowd.token_key',
  syncGroups: true,
  createUsers: true,
  linkExisting: false,
  profileUpdatable: false,
  hasPassword: false,
};

examineForm('crowd/crowd-settings-page.tsx SettingsForm', {
  routes,
  path: '/admin/security/crowd',
  answers: [answers(readCrowdSettings, crowd)],
  submit: 'Save changes',
  good: {
    'Sign users in with Crowd': 'on',
    Address: 'https://crowd.example.test',
    'Application name': 'packhouse',
    'Application password': 'secret',
    'Name of the cookie': 'token',
  },
  conflicts: [
    ['Address', '', /Enter the address/],
    ['Application name', '', /Enter the name of the application/],
  ],
  wrong: [
    ['Address', 'crowd.example.test', /such as https/],
    ['Application name', long(200), /at most 200/],
    ['Name of the cookie', 'a b', /name of a cookie/],
  ],
  sends: updateCrowdSettings,
  reply: crowd,
  names: { Address: 'url', 'Application name': 'applicationName', 'Application password': 'password', 'Name of the cookie': 'cookieName' },
});

const header = {
  enabled: false,
  userHeader: 'X-Remote-User',
  emailHeader: '',
  groupHeader: '',
  proxies: [],
  createUsers: true,
  linkExisting: false,
  profileUpdatable: false,
};

examineForm('header-sso/header-sso-page.tsx SettingsForm', {
  routes,
  path: '/admin/security/header-sso',
  answers: [answers(readHeaderSsoSettings, header)],
  submit: 'Save changes',
  good: { 'Believe the proxy': 'on', 'Addresses of the proxy': '10.0.0.5', 'User name': 'X-User', 'E-mail address': 'X-Mail', Groups: 'X-Groups' },
  wrong: [
    ['User name', '', /name of a header/],
    ['E-mail address', 'X Mail', /name of a header/],
    ['Groups', 'X:Groups', /name of a header/],
  ],
  conflicts: [
    ['Addresses of the proxy', '', /Enter the address of the proxy/],
    ['Addresses of the proxy', 'proxy.example.test', /address or a range/],
  ],
  sends: updateHeaderSsoSettings,
  reply: header,
  names: { 'Addresses of the proxy': 'proxies.0', 'User name': 'userHeader', 'E-mail address': 'emailHeader', Groups: 'groupHeader' },
});

const mail = {
  enabled: false,
  host: '',
  port: 587,
  security: 'starttls' as const,
  user: '',
  from: '',
  fromName: '',
  linkBase: '',
  allowPrivate: false,
  hasPassword: false,
};

examineForm('mail/mail-settings-page.tsx SettingsForm', {
  routes,
  path: '/admin/security/mail',
  answers: [answers(readMailSettings, mail)],
  submit: 'Save changes',
  good: {
    Server: 'mail.example.test',
    Port: '25',
    User: 'sender',
    Password: 'secret',
    'Sender address': 'us@example.test',
    'Sender name': 'Us',
    'Address of this platform': 'https://packages.example.test',
  },
  wrong: [
    ['Server', '', /name or the address/],
    ['Port', '', /Enter a port/],
    ['Sender address', '', /valid e-mail/],
    ['Server', 'https://mail.example.test', /name or the address/],
    ['Port', 'smtp', /Enter a port/],
    ['Sender address', 'us', /valid e-mail/],
    ['Address of this platform', 'packages.example.test', /begins with https/],
    ['Port', '70000', /at most 65535/],
    ['Sender name', long(100), /at most 100/],
  ],
  sends: updateMailSettings,
  reply: mail,
  names: {
    Server: 'host',
    Port: 'port',
    User: 'user',
    Password: 'password',
    'Sender address': 'from',
    'Address of this platform': 'linkBase',
    Encryption: 'security',
  },
});

const ci = oidc.OidcIntegration.parse({ name: 'ci', issuer_url: 'https://ci.example.test' });
const rule = oidc.OidcMapping.parse({ name: 'main', priority: 1, claims: { sub: 'x' }, token_spec: { scope: 'applied-permissions/user' } });

examineForm('token-exchange/issuer-drawer.tsx IssuerDrawer', {
  routes,
  path: '/admin/security/oidc?create=1',
  answers: [answers(oidc.listOidcIntegrations, [])],
  submit: 'Create issuer',
  good: { Name: 'ci', 'Issuer address': 'https://ci.example.test', Audience: 'us', Description: 'Builds' },
  wrong: [
    ['Name', '', /Enter a name/],
    ['Issuer address', '', /begins with https/],
    ['Audience', long(500), /at most 500/],
    ['Name', 'a/b', /letters, digits/],
    ['Issuer address', 'ci.example.test', /begins with https/],
    ['Description', long(500), /at most 500/],
  ],
  sends: oidc.createOidcIntegration,
  reply: ci,
  names: { Name: 'name', Kind: 'provider_type', 'Issuer address': 'issuer_url', Organisation: 'organization' },
  exists: ['already_exists', 'Name'],
});

examineForm('token-exchange/rule-drawer.tsx RuleDrawer', {
  routes,
  path: '/admin/security/oidc/ci?rule=new',
  answers: [answers(oidc.readOidcIntegration, ci), answers(oidc.listOidcMappings, [rule])],
  submit: 'Save rule',
  good: { Name: 'release', Priority: '2', Claim: 'sub', Values: 'repo:org/*', User: 'ci', Scope: 'applied-permissions/user', Seconds: '60' },
  wrong: [
    ['Name', '', /Enter a name/],
    ['Priority', '', /whole number|Fill this in|number/],
    ['Claim', '', /Name the claim/],
    ['Seconds', '5', /at least 10 seconds/],
    ['Name', 'a/b', /letters, digits/],
    ['Priority', 'first', /number/],
    ['Seconds', '100000', /at most a day/],
    ['User', long(100), /at most 100/],
  ],
  conflicts: [['Scope', '', /Enter a scope/]],
  sends: oidc.createOidcMapping,
  reply: rule,
  names: { Name: 'name', Priority: 'priority', User: 'token_spec.username', Scope: 'token_spec.scope', Seconds: 'token_spec.expires_in' },
  exists: ['already_exists', 'Name'],
});
