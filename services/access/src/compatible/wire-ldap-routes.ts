import * as wire from '@packhouse/contract/access/access-compatible-provider-routes.ts';
import {
  createLdapGroupSetting,
  createLdapServer,
  type LdapGroupSetting,
  LdapGroupSettingInput,
  type LdapServer,
  LdapServerInput,
} from '@packhouse/contract/access/access-ldap-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError, namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type HandlerContext, handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { groupsToImport, importGroups } from '../ldap/ldap-import.ts';
import * as setting from '../ldap/ldap-setting.ts';
import { checked } from './checked.ts';

const nameDoer = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });

/** What clients call the fields that may be at fault. */
const serverNames = {
  url: 'ldap_url',
  userDnPattern: 'user_dn_pattern',
  searchFilter: 'search.search_filter',
  searchBase: 'search.search_base',
  managerDn: 'search.manager_dn',
  emailAttribute: 'email_attribute',
};
const groupNames = {
  key: 'name',
  serverKey: 'enabled_ldap',
  searchBase: 'group_base_dn',
  nameAttribute: 'group_name_attribute',
  memberAttribute: 'group_member_attribute',
  descriptionAttribute: 'description_attribute',
};

function toWire(server: LdapServer) {
  return {
    key: server.key,
    enabled: server.enabled,
    ldap_url: server.url,
    user_dn_pattern: server.userDnPattern,
    search: {
      search_filter: server.searchFilter,
      search_base: server.searchBase,
      search_sub_tree: server.searchSubtree,
      manager_dn: server.managerDn,
    },
    auto_create_user: server.createUsers,
    email_attribute: server.emailAttribute,
    ldap_poisoning_protection: true,
    allow_user_to_access_profile: server.profileUpdatable,
    paging_support_enabled: true,
  };
}

function fromWire({ search, ...body }: wire.WireLdap) {
  // Clients leave out what is empty: without anybody to look users up there is no password, else the one before stays.
  const managerPassword = search.manager_dn === '' ? '' : search.manager_password;
  return {
    enabled: body.enabled,
    url: body.ldap_url,
    userDnPattern: body.user_dn_pattern,
    searchFilter: search.search_filter,
    searchBase: search.search_base,
    searchSubtree: search.search_sub_tree,
    managerDn: search.manager_dn,
    emailAttribute: body.email_attribute,
    createUsers: body.auto_create_user,
    profileUpdatable: body.allow_user_to_access_profile,
    ...(managerPassword === undefined ? {} : { managerPassword }),
  };
}

function toWireGroup(one: LdapGroupSetting): wire.WireLdapGroup {
  return {
    name: one.key,
    enabled_ldap: one.enabled ? one.serverKey : '',
    group_base_dn: one.searchBase,
    group_name_attribute: one.nameAttribute,
    group_member_attribute: one.memberAttribute,
    sub_tree: one.searchSubtree,
    force_attribute_search: false,
    filter: one.filter,
    description_attribute: one.descriptionAttribute,
    strategy: one.strategy === 'hierarchy' ? 'HIERARCHICAL' : one.strategy === 'static' ? 'STATIC' : 'DYNAMIC',
  };
}

const strategies = { STATIC: 'static', DYNAMIC: 'dynamic', HIERARCHICAL: 'hierarchy' } as const;

function fromWireGroup(body: wire.WireLdapGroup, serverKey: string) {
  return {
    enabled: body.enabled_ldap !== '',
    serverKey: body.enabled_ldap === '' ? serverKey : body.enabled_ldap,
    strategy: strategies[body.strategy],
    searchBase: body.group_base_dn,
    searchSubtree: body.sub_tree,
    filter: body.filter,
    nameAttribute: body.group_name_attribute,
    memberAttribute: body.group_member_attribute,
    descriptionAttribute: body.description_attribute,
  };
}

async function readServer({ db }: Context, key: string): Promise<LdapServer> {
  const found = (await setting.listServers(db)).find((server) => server.key === key);
  if (!found) throw new AppError(signInWords.no_directory_server, { key });
  return found;
}

/** @throws AppError `invalid_input` where there is no such server */
async function requireServerNamed({ db }: Context, key: string): Promise<void> {
  const servers = await setting.listServers(db);
  if (!servers.some((server) => server.key === key)) throw namedFieldRefusal('enabled_ldap', say(signInWords.directory_server_unknown));
}

/** Clients may name what they change in the address besides the body. @throws AppError `bad_request` where both differ */
function requireSame(name: string, inAddress: string): void {
  if (inAddress !== name) throw new AppError(signInWords.address_names_other, { name, other: inAddress });
}

function serverRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, wire.wireListLdap, async () => (await setting.listServers(db)).map(toWire));
  handle(app, platform, wire.wireReadLdap, async ({ params }) => toWire(await readServer(context, params.name)));
  handle(app, platform, wire.wireCreateLdap, async ({ body }, call) => {
    const { key, ...input } = checked(createLdapServer.body!, { key: body.key, ...fromWire(body) }, serverNames);
    return toWire(await setting.createServer(context, key, input, nameDoer(call)));
  });
  const change = async (body: wire.WireLdap, call: HandlerContext) => {
    const { hasManagerPassword: _, authorities: __, ...before } = await readServer(context, body.key);
    const input = checked(LdapServerInput, { ...before, ...fromWire(body) }, serverNames);
    return toWire(await setting.changeServer(context, before.key, input, nameDoer(call)));
  };
  handle(app, platform, wire.wireUpdateLdap, ({ body }, call) => change(body, call));
  handle(app, platform, wire.wireUpdateLdapByName, ({ params, body }, call) => {
    requireSame(body.key, params.name);
    return change(body, call);
  });
  handle(app, platform, wire.wireDeleteLdap, ({ params }, call) => setting.deleteServer(context, params.name, nameDoer(call)));
}

/** Directories and where they keep groups, in the spelling of existing clients. */
export function wireLdapRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  serverRoutes(app, context);
  handle(app, platform, wire.wireListLdapGroups, async () => (await setting.listGroupSettings(db)).map(toWireGroup));
  handle(app, platform, wire.wireReadLdapGroup, async ({ params }) => toWireGroup(await setting.readGroupSetting(db, params.name)));
  handle(app, platform, wire.wireCreateLdapGroup, async ({ body }, call) => {
    const { key, ...input } = checked(createLdapGroupSetting.body!, { key: body.name, ...fromWireGroup(body, '') }, groupNames);
    await requireServerNamed(context, input.serverKey);
    return toWireGroup(await setting.createGroupSetting(context, key, input, nameDoer(call)));
  });
  const change = async (body: wire.WireLdapGroup, call: HandlerContext) => {
    const { key, serverKey } = await setting.readGroupSetting(db, body.name);
    const input = checked(LdapGroupSettingInput, fromWireGroup(body, serverKey), groupNames);
    await requireServerNamed(context, input.serverKey);
    return toWireGroup(await setting.changeGroupSetting(context, key, input, nameDoer(call)));
  };
  handle(app, platform, wire.wireUpdateLdapGroup, ({ body }, call) => change(body, call));
  handle(app, platform, wire.wireUpdateLdapGroupByName, ({ params, body }, call) => {
    requireSame(body.name, params.name);
    return change(body, call);
  });
  handle(app, platform, wire.wireDeleteLdapGroup, ({ params }, call) => setting.deleteGroupSetting(context, params.name, nameDoer(call)));
  handle(app, platform, wire.wireRefreshLdapGroup, async ({ params, query }, call) => {
    const { items } = query.operation.toUpperCase() === 'UPDATE' ? { items: [] } : await groupsToImport(context, params.name);
    const missing = items.filter(({ group }) => group === '').map(({ name }) => name);
    const { imported, refused } = await importGroups(context, params.name, missing, nameDoer(call));
    return { imported, refused };
  });
}
