import * as wire from '@packhouse/contract/access/access-compatible-sign-on-routes.ts';
import { type CrowdSettings, CrowdSettingsInput } from '@packhouse/contract/access/access-crowd-routes.ts';
import { HeaderSsoSettings } from '@packhouse/contract/access/access-header-sso-routes.ts';
import { SamlSettings } from '@packhouse/contract/access/access-saml-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type HandlerContext, handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import * as crowd from '../crowd/crowd.ts';
import { changeSignInOptions, signInOptions } from '../external/external-settings.ts';
import * as headerSso from '../header-sso/header-sso.ts';
import { changeSamlSettings, ourSide, samlName, samlSettings } from '../saml/saml-settings.ts';
import { checked } from './checked.ts';

const nameDoer = ({ actor, address }: HandlerContext) => ({ actor: actor.name, address });

const samlNames = {
  entryPoint: 'login_url',
  logoutUrl: 'logout_url',
  entityId: 'service_provider_name',
  userNameAttribute: 'name_id_attribute',
  emailAttribute: 'email_attribute',
  groupsAttribute: 'group_attribute',
};

/** The provider as clients know it, where there is one. */
async function readSaml(context: Context, request: FastifyRequest): Promise<wire.WireSaml[]> {
  const [settings, options, name] = await Promise.all([samlSettings(context.db), signInOptions(context.db), samlName(context.db)]);
  if (settings.entryPoint === '') return [];
  return [
    {
      name,
      enable_integration: settings.enabled,
      verify_audience_restriction: settings.verifyAudience,
      login_url: settings.entryPoint,
      logout_url: settings.logoutUrl,
      service_provider_name: (await ourSide(context, request)).entityId,
      auto_user_creation: settings.createUsers,
      allow_user_to_access_profile: settings.profileUpdatable,
      use_encrypted_assertion: false,
      auto_redirect: options.autoRedirect === 'saml',
      sync_groups: settings.syncGroups,
      certificate: settings.certificate,
      group_attribute: settings.groupsAttribute,
      email_attribute: settings.emailAttribute,
      name_id_attribute: settings.userNameAttribute,
      ldap_group_settings: [],
    },
  ];
}

async function requireSaml(context: Context, name: string, request: FastifyRequest): Promise<wire.WireSaml> {
  const found = (await readSaml(context, request)).find((one) => one.name === name);
  if (!found) throw new AppError(signInWords.no_saml_provider, { name });
  return found;
}

/** Keeps what a client says of the provider; what only our screens know stays as it was. */
async function writeSaml(context: Context, body: wire.WireSaml, call: HandlerContext): Promise<wire.WireSaml> {
  const before = await samlSettings(context.db);
  const settings = checked(
    SamlSettings,
    {
      ...before,
      enabled: body.enable_integration,
      entryPoint: body.login_url,
      // Whoever the provider was before: assertions of another one come from somebody else.
      issuer: before.entryPoint === body.login_url ? before.issuer : '',
      entityId: body.service_provider_name,
      verifyAudience: body.verify_audience_restriction,
      certificate: body.certificate,
      logoutUrl: body.logout_url,
      userNameAttribute: body.name_id_attribute,
      emailAttribute: body.email_attribute,
      groupsAttribute: body.group_attribute,
      createUsers: body.auto_user_creation,
      profileUpdatable: body.allow_user_to_access_profile,
      syncGroups: body.sync_groups,
    },
    samlNames,
  );
  const base = publicBaseUrl(call.request, context.platform.config);
  await changeSamlSettings(context, settings, base, nameDoer(call), body.name);
  const { autoRedirect } = await signInOptions(context.db);
  const isRedirected = autoRedirect === 'saml';
  if (isRedirected !== body.auto_redirect) await changeSignInOptions(context, { autoRedirect: body.auto_redirect ? 'saml' : '' }, nameDoer(call));
  return requireSaml(context, body.name, call.request);
}

function samlRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, wire.wireListSaml, (_, { request }) => readSaml(context, request));
  handle(app, platform, wire.wireReadSaml, ({ params }, { request }) => requireSaml(context, params.name, request));
  handle(app, platform, wire.wireCreateSaml, async ({ body }, call) => {
    const [there] = await readSaml(context, call.request);
    if (there) throw new AppError(signInWords.one_saml_provider, { name: there.name });
    return writeSaml(context, body, call);
  });
  handle(app, platform, wire.wireUpdateSaml, async ({ params, body }, call) => {
    await requireSaml(context, params.name, call.request);
    if (body.name !== params.name) throw new AppError(signInWords.address_names_other, { name: body.name, other: params.name });
    return writeSaml(context, body, call);
  });
  handle(app, platform, wire.wireDeleteSaml, async ({ params }, call) => {
    await requireSaml(context, params.name, call.request);
    await changeSamlSettings(context, SamlSettings.parse({}), publicBaseUrl(call.request, platform.config), nameDoer(call), '');
    if ((await signInOptions(context.db)).autoRedirect === 'saml') await changeSignInOptions(context, { autoRedirect: '' }, nameDoer(call));
  });
}

const toWireCrowd = (settings: CrowdSettings) => ({
  enable_integration: settings.enabled,
  server_url: settings.url,
  application_name: settings.applicationName,
  session_validation_interval: 0,
  use_default_proxy: false,
  auto_user_creation: settings.createUsers,
  allow_user_to_access_profile: settings.profileUpdatable,
  direct_authentication: !settings.sessions,
  override_all_groups_upon_login: false,
});

function crowdRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, wire.wireReadCrowd, async () => toWireCrowd(await crowd.readSettings(db)));
  handle(app, platform, wire.wireUpdateCrowd, async ({ body }, call) => {
    const { hasPassword: _, ...before } = await crowd.readSettings(db);
    const given = {
      ...before,
      enabled: body.enable_integration,
      url: body.server_url,
      applicationName: body.application_name,
      sessions: !body.direct_authentication,
      createUsers: body.auto_user_creation,
      profileUpdatable: body.allow_user_to_access_profile,
      ...(body.password === undefined ? {} : { password: body.password }),
    };
    const input = checked(CrowdSettingsInput, given, { url: 'server_url', applicationName: 'application_name' });
    return toWireCrowd(await crowd.changeSettings(context, input, nameDoer(call)));
  });
}

const toWireHttpSso = (settings: HeaderSsoSettings): wire.WireHttpSso => ({
  http_sso_proxied: settings.enabled,
  auto_create_user: settings.createUsers,
  allow_user_to_access_profile: settings.profileUpdatable,
  remote_user_request_variable: settings.userHeader,
  sync_ldap_groups: false,
});

function httpSsoRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;
  handle(app, platform, wire.wireReadHttpSso, async () => toWireHttpSso(await headerSso.readSettings(db)));
  handle(app, platform, wire.wireUpdateHttpSso, async ({ body }, call) => {
    const before = await headerSso.readSettings(db);
    const given = {
      ...before,
      enabled: body.http_sso_proxied,
      userHeader: body.remote_user_request_variable,
      proxies: before.proxies.length > 0 ? before.proxies : platform.config.trustedProxies,
      createUsers: body.auto_create_user,
      profileUpdatable: body.allow_user_to_access_profile,
    };
    const input = checked(HeaderSsoSettings, given, { proxies: 'http_sso_proxied', userHeader: 'remote_user_request_variable' });
    return toWireHttpSso(await headerSso.changeSettings(context, input, nameDoer(call)));
  });
}

/** SAML, Crowd and proxies that name users, in the spelling of existing clients. */
export function wireSignOnRoutes(app: FastifyInstance, context: Context): void {
  samlRoutes(app, context);
  crowdRoutes(app, context);
  httpSsoRoutes(app, context);
}
