import { type OauthProvider, OauthProviderChange, ProviderName } from '@packhouse/contract/access/access-oauth-routes.ts';
import type { OauthConfig } from '@packhouse/contract/repositories/system-compatible-routes.ts';
import type { ProviderChange } from '@packhouse/peers/platform-settings.ts';
import { checked } from '../reading/request-body.ts';
import { element, value } from './descriptor-elements.ts';
import { findBoolean, isRemoval, needRecord, refuse, requireKnown } from './descriptor-fields.ts';

/** What a descriptor says of the providers to sign in with, by their names; nothing for one that goes. */
export interface GivenOauth {
  createsUsers: boolean | undefined;
  profileUpdatable: boolean | undefined;
  providers: ReadonlyMap<string, Record<string, unknown> | undefined> | 'none';
}

const place = 'security.oauthSettings';
const list = 'oauthProvidersSettings';
const fields = {
  enabled: 'enabled',
  id: 'clientId',
  secret: 'clientSecret',
  authUrl: 'authorizationUrl',
  tokenUrl: 'tokenUrl',
  apiUrl: 'userInfoUrl',
} as const;
/** Kinds that are told of all their addresses, and what each names people by. */
const types = {
  openId: { type: 'OAuth2' },
  github: { type: 'GitHub', scopes: 'read:user user:email', subjectClaim: 'id', userNameClaim: 'login' },
} as const;
type TypeName = keyof typeof types;
/** Clients send these, too; what they can say is nothing that a provider has here. */
const emptyFields = ['basicUrl', 'domain'];

const isTypeName = (name: unknown): name is TypeName => typeof name === 'string' && Object.hasOwn(types, name);
const nameType = ({ type }: OauthProvider): TypeName => (type === 'GitHub' ? 'github' : 'openId');

function readProvider(given: unknown, key: string): Record<string, unknown> {
  const at = `${place}.${list}.${key}`;
  const record = needRecord(given, at);
  requireKnown(record, ['name', 'providerType', ...Object.keys(fields), ...emptyFields], at);
  const used = emptyFields.find((name) => record[name] !== undefined && record[name] !== null && record[name] !== '');
  if (used !== undefined) refuse(`${at}.${used}`);
  if (record.name !== undefined && record.name !== key) refuse(`${at}.name`);
  if (record.providerType !== undefined && !isTypeName(record.providerType)) refuse(`${at}.providerType`);
  findBoolean(record, 'enabled', at);
  return record;
}

/** Reads what a descriptor says of providers. @throws AppError `bad_request` for everything that is not obeyed, by its name */
export function readOauth(given: unknown): GivenOauth | undefined {
  if (given === undefined) return undefined;
  const record = needRecord(given, place);
  requireKnown(record, ['enableIntegration', 'persistUsers', 'allowUserToAccessProfile', list], place);
  const entries = record[list] === undefined ? undefined : Object.entries(needRecord(record[list], `${place}.${list}`));
  // Each provider has a switch of its own.
  if (findBoolean(record, 'enableIntegration', place) === false && entries?.length !== 0) refuse(`${place}.enableIntegration`);
  return {
    createsUsers: findBoolean(record, 'persistUsers', place),
    profileUpdatable: findBoolean(record, 'allowUserToAccessProfile', place),
    providers:
      entries?.length === 0
        ? 'none'
        : new Map((entries ?? []).map(([key, one]) => [checked(key, ProviderName), isRemoval(one) ? undefined : readProvider(one, key)])),
  };
}

type Settings = ProviderChange['settings'];

function makeSettings(key: string, given: Record<string, unknown>, before: OauthProvider | undefined, shared: object): Settings {
  // What is found by the address of an issuer cannot be said in these words.
  if (before && before.type !== types[nameType(before)].type) refuse(`${place}.${list}.${key}`);
  const typeName = isTypeName(given.providerType) ? given.providerType : before ? nameType(before) : 'openId';
  const said = Object.entries(fields).flatMap(([theirs, ours]) => (given[theirs] === undefined || given[theirs] === null ? [] : [[ours, given[theirs]]]));
  const kept = before?.type === types[typeName].type ? before : types[typeName];
  return checked({ ...kept, ...shared, ...Object.fromEntries(said) }, OauthProviderChange);
}

/** Says a descriptor of a provider just what it is told of it? */
function isToldBack(given: Record<string, unknown>, before: OauthProvider | undefined): boolean {
  const told = Object.entries(before ? tellProvider(before) : {});
  return told.length > 0 && Object.entries(given).every(([field, said]) => told.some(([name, one]) => name === field && one === said));
}

/** The providers as a descriptor wants them; what is not said stays, unless everything is said. @throws AppError `bad_request` */
export function changeProviders(
  { createsUsers, profileUpdatable, providers }: GivenOauth,
  before: readonly OauthProvider[],
  isWhole: boolean,
): ProviderChange[] {
  if (providers === 'none') return before.map(({ name }) => ({ name, settings: undefined }));
  const shared = { ...(createsUsers === undefined ? {} : { createUsers: createsUsers }), ...(profileUpdatable === undefined ? {} : { profileUpdatable }) };
  const others = Object.keys(shared).length === 0 && !isWhole ? [] : before.filter(({ name }) => !providers.has(name));
  return [
    ...[...providers].map(([name, given]) => {
      const known = before.find((one) => one.name === name);
      if (given && known && isToldBack(given, known)) return { name, settings: checked({ ...known, ...shared }, OauthProviderChange) };
      return { name, settings: given && makeSettings(name, given, known, shared) };
    }),
    ...others.map((one) => ({ name: one.name, settings: isWhole ? undefined : checked({ ...one, ...shared }, OauthProviderChange) })),
  ];
}

const tellProvider = (one: OauthProvider) => ({
  name: one.name,
  enabled: one.enabled,
  providerType: nameType(one),
  id: one.clientId,
  apiUrl: one.userInfoUrl,
  authUrl: one.authorizationUrl,
  tokenUrl: one.tokenUrl,
});

/** The providers as existing clients read them; their secrets are told to nobody. */
export function toOauthConfig(providers: readonly OauthProvider[]): OauthConfig {
  return {
    enabled: providers.length > 0,
    persistUsers: providers.length > 0 && providers.every(({ createUsers }) => createUsers),
    allowUserToAccessProfile: providers.length > 0 && providers.every(({ profileUpdatable }) => profileUpdatable),
    availableTypes: Object.entries(types).map(([type, { type: displayName }]) => ({ displayName, type, mandatoryFields: ['apiUrl', 'authUrl', 'tokenUrl'] })),
    providers: providers.map(tellProvider),
  };
}

/** The same in the descriptor. */
export function toOauthElement(providers: readonly OauthProvider[]): string {
  if (providers.length === 0) return '';
  const { enabled, persistUsers, allowUserToAccessProfile } = toOauthConfig(providers);
  const tell = (fieldsOfOne: object) => Object.entries(fieldsOfOne).map(([name, one]) => value(name, one));
  const each = providers.map((one) => element(list, tell(tellProvider(one)).join('')));
  const told = tell({ enableIntegration: enabled, allowUserToAccessProfile, persistUsers });
  return element('oauthSettings', told.join('') + element(list, each.join('')));
}
