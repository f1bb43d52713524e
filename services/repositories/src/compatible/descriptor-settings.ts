import { type GeneralInput, GeneralInput as GeneralRules } from '@packhouse/contract/access/access-general-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { descriptorWords } from '@packhouse/contract/repositories/descriptor-words.ts';
import type { KeptPlatformSettings as Kept, PlatformSettings, PlatformSettingsChange } from '@packhouse/peers/platform-settings.ts';
import { checked } from '../reading/request-body.ts';
import { changeDirectories, type GivenDirectories, readDirectories, toDirectoryElements } from './descriptor-directories.ts';
import { element, value } from './descriptor-elements.ts';
import { findBoolean, needRecord, refuse, requireKnown } from './descriptor-fields.ts';
import { changeProviders, type GivenOauth, readOauth, toOauthElement } from './descriptor-oauth.ts';
import { changeSaml, type GivenSaml, readSaml, toSamlElement } from './descriptor-saml.ts';

type GivenRecord = Record<string, unknown>;

/** Names of the descriptor at its top, and ours. */
const generalFields = { serverName: 'serverName', urlBase: 'baseUrl', logo: 'logoUrl', footer: 'footerMessage' } as const satisfies Record<
  string,
  keyof GeneralInput
>;
export const generalNames = Object.keys(generalFields);

/** What a descriptor says of the whole installation. */
export interface GivenSettings {
  general: Partial<GeneralInput>;
  visitors: boolean | undefined;
  lock: { enabled: boolean | undefined; attempts: number | undefined } | undefined;
  expiry: { enabled: boolean | undefined; days: number | undefined } | undefined;
  oauth: GivenOauth | undefined;
  directories: GivenDirectories;
  saml: GivenSaml | undefined;
  /** Of what stands in lists, what is not named goes. */
  isWhole: boolean;
}

/** The only way in which passwords are taken here: as they are, and encrypted. */
const policy = 'SUPPORTED';

/** A whole number from 1. @throws AppError `bad_request` */
function findNumber(record: GivenRecord, name: string, place: string, most: number): number | undefined {
  const given = record[name];
  if (given === undefined) return undefined;
  if (typeof given !== 'number' || !Number.isInteger(given) || given < 1 || given > most)
    throw new AppError(descriptorWords.descriptor_number_unfit, { field: `${place}.${name}`, most });
  return given;
}

function readExpiry(given: unknown): GivenSettings['expiry'] {
  if (given === undefined) return undefined;
  const place = 'security.passwordSettings.expirationPolicy';
  const record = needRecord(given, place);
  requireKnown(record, ['enabled', 'passwordMaxAge', 'notifyByEmail'], place);
  // Whoever signs in with an old password is asked for a new one; nobody is told before.
  if (findBoolean(record, 'notifyByEmail', place)) refuse(`${place}.notifyByEmail`);
  return { enabled: findBoolean(record, 'enabled', place), days: findNumber(record, 'passwordMaxAge', place, 3650) };
}

function readLock(given: unknown): GivenSettings['lock'] {
  if (given === undefined) return undefined;
  const place = 'security.userLockPolicy';
  const record = needRecord(given, place);
  requireKnown(record, ['enabled', 'loginAttempts'], place);
  return { enabled: findBoolean(record, 'enabled', place), attempts: findNumber(record, 'loginAttempts', place, 1000) };
}

function readPasswords(given: unknown): GivenSettings['expiry'] {
  if (given === undefined) return undefined;
  const place = 'security.passwordSettings';
  const record = needRecord(given, place);
  requireKnown(record, ['encryptionPolicy', 'expirationPolicy'], place);
  if ((record.encryptionPolicy ?? policy) !== policy) refuse(`${place}.encryptionPolicy`);
  return readExpiry(record.expirationPolicy);
}

/** Reads what a descriptor says of the whole installation. @throws AppError `bad_request` for everything that is not obeyed, by its name */
export function readSettings(document: GivenRecord): GivenSettings {
  const said = Object.entries(generalFields).flatMap(([theirs, ours]) => (document[theirs] === undefined ? [] : [[ours, String(document[theirs] ?? '')]]));
  const general = checked(Object.fromEntries(said), GeneralRules.partial());
  const security = document.security === undefined ? {} : needRecord(document.security, 'security');
  const known = ['anonAccessEnabled', 'passwordSettings', 'userLockPolicy', 'oauthSettings', 'ldapSettings', 'ldapGroupSettings', 'samlSettings'];
  requireKnown(security, known, 'security');
  return {
    general,
    visitors: findBoolean(security, 'anonAccessEnabled', 'security'),
    lock: readLock(security.userLockPolicy),
    expiry: readPasswords(security.passwordSettings),
    oauth: readOauth(security.oauthSettings),
    directories: readDirectories(security),
    saml: readSaml(security.samlSettings),
    isWhole: false,
  };
}

/** Says of what a whole descriptor does not name how it is in the beginning. */
export function completeSettings({ directories, ...given }: GivenSettings): GivenSettings {
  const off = { enabled: false };
  return {
    general: { ...Object.fromEntries(Object.values(generalFields).map((ours) => [ours, ''])), ...given.general },
    visitors: given.visitors ?? false,
    lock: given.lock ?? { ...off, attempts: undefined },
    expiry: given.expiry ?? { ...off, days: undefined },
    oauth: given.oauth ?? { createsUsers: undefined, profileUpdatable: undefined, providers: 'none' },
    directories: { servers: directories.servers ?? 'none', groups: directories.groups ?? 'none' },
    saml: given.saml ?? 'none',
    isWhole: true,
  };
}

/** How many settings it changes. */
export function countSettings({ general, directories, visitors, lock, expiry, oauth, saml }: GivenSettings): number {
  const said = [visitors, lock, expiry, oauth, saml, ...Object.values(directories)].filter((one) => one !== undefined);
  return Object.keys(general).length + said.length;
}

/**
 * A number that is 0 where its policy is off. What is not said stays.
 * @throws AppError `bad_request` when it is switched on and nobody ever said the number
 */
function readPolicy(field: string, { enabled, number }: { enabled: boolean | undefined; number: number | undefined }, before: number): number {
  if (enabled === false) return 0;
  const after = number ?? before;
  if (enabled && after === 0) throw new AppError(descriptorWords.descriptor_needs_field, { field });
  // A number alone says how it would be, were it on.
  return enabled === undefined && before === 0 ? 0 : after;
}

/** @throws AppError `bad_request` for an address that the configuration of the server fixes, or a policy without its number */
function makeChange({ general, visitors, lock, expiry, oauth, directories, saml, isWhole }: GivenSettings, before: Kept, base: string): PlatformSettingsChange {
  const { fixedBaseUrl } = before.general;
  const { baseUrl } = general;
  if (baseUrl !== undefined && fixedBaseUrl !== null && new URL(baseUrl || fixedBaseUrl).origin !== new URL(fixedBaseUrl).origin)
    throw new AppError(descriptorWords.descriptor_base_fixed, { url: fixedBaseUrl });
  const access = {
    ...(visitors === undefined ? {} : { anonymousAccess: visitors }),
    ...(lock && {
      lockAfterFailures: readPolicy('security.userLockPolicy.loginAttempts', { enabled: lock.enabled, number: lock.attempts }, before.access.lockAfterFailures),
    }),
    ...(expiry && {
      passwordExpiryDays: readPolicy(
        'security.passwordSettings.expirationPolicy.passwordMaxAge',
        { enabled: expiry.enabled, number: expiry.days },
        before.access.passwordExpiryDays,
      ),
    }),
  };
  return {
    general,
    access,
    providers: oauth ? changeProviders(oauth, before.providers, isWhole) : [],
    ...changeDirectories(directories, before, isWhole),
    ...(saml === undefined ? {} : { saml: changeSaml(saml, before.saml, base) }),
  };
}

/** Changes the installation, which whoever changes it sees at `base`, as a descriptor says. @throws AppError `bad_request`, `unavailable` where nobody here keeps its settings */
export async function changeSettings(
  settings: PlatformSettings | undefined,
  given: GivenSettings,
  { base, ...by }: { actor: string; address: string; base: string },
): Promise<void> {
  if (countSettings(given) === 0) return;
  if (!settings) throw new AppError('unavailable');
  await settings.change(makeChange(given, await settings.read(), base), by);
}

/** The settings of the whole installation as existing clients read them: those at the top, and those of security. */
export function toSettingElements({ general, access, providers, directories, directoryGroups, saml }: Kept): { top: string; security: string } {
  const { lockAfterFailures, passwordExpiryDays } = access;
  const told = Object.entries(generalFields).map(
    ([theirs, ours]) => [theirs, ours === 'baseUrl' ? (general.fixedBaseUrl ?? general.baseUrl) : general[ours]] as const,
  );
  const top = told.filter(([, text]) => text !== '').map(([name, text]) => value(name, text));
  const expiry = value('enabled', passwordExpiryDays > 0) + (passwordExpiryDays > 0 ? value('passwordMaxAge', passwordExpiryDays) : '');
  const lock = value('enabled', lockAfterFailures > 0) + (lockAfterFailures > 0 ? value('loginAttempts', lockAfterFailures) : '');
  const security =
    value('anonAccessEnabled', access.anonymousAccess) +
    element('passwordSettings', value('encryptionPolicy', policy) + element('expirationPolicy', expiry)) +
    element('userLockPolicy', lock) +
    toDirectoryElements(directories, directoryGroups) +
    toSamlElement(saml) +
    toOauthElement(providers);
  return { top: top.join(''), security: element('security', security) };
}
