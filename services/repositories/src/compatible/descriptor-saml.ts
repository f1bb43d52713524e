import { SamlSettings } from '@packhouse/contract/access/access-saml-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { descriptorWords } from '@packhouse/contract/repositories/descriptor-words.ts';
import type { SamlConfig } from '@packhouse/contract/repositories/system-compatible-routes.ts';
import type { KeptPlatformSettings, SamlChange } from '@packhouse/peers/platform-settings.ts';
import { element, value } from './descriptor-elements.ts';
import { type FieldNames, findBoolean, fitting, isRemoval, needRecord, readFields, requireKnown, requireSwitch } from './descriptor-fields.ts';

export type GivenSaml = Record<string, unknown> | 'none';
type Kept = KeptPlatformSettings['saml'];

const place = 'security.samlSettings';
const names = {
  enableIntegration: { ours: 'enabled', isSwitch: true },
  loginUrl: { ours: 'entryPoint' },
  logoutUrl: { ours: 'logoutUrl' },
  serviceProviderName: { ours: 'entityId' },
  certificate: { ours: 'certificate' },
  groupAttribute: { ours: 'groupsAttribute' },
  emailAttribute: { ours: 'emailAttribute' },
  verifyAudienceRestriction: { ours: 'verifyAudience', isSwitch: true },
  allowUserToAccessProfile: { ours: 'profileUpdatable', isSwitch: true },
  syncGroups: { ours: 'syncGroups', isSwitch: true },
} as const satisfies FieldNames;

/** Reads what a descriptor says of the provider of SAML. @throws AppError `bad_request` for everything that is not obeyed, by its name */
export function readSaml(given: unknown): GivenSaml | undefined {
  if (given === undefined) return undefined;
  if (isRemoval(given)) return 'none';
  const record = needRecord(given, place);
  requireKnown(record, [...Object.keys(names), 'noAutoUserCreation', 'autoRedirect', 'useEncryptedAssertion'], place);
  requireSwitch(record, 'useEncryptedAssertion', place, false);
  for (const flag of ['noAutoUserCreation', 'autoRedirect']) findBoolean(record, flag, place);
  return record;
}

/** The provider as a descriptor wants it; what is not said stays. @throws AppError `bad_request` */
export function changeSaml(given: GivenSaml, before: Kept, base: string): SamlChange {
  if (given === 'none') return { settings: SamlSettings.parse({}), isRedirected: false, base };
  const noUsers = findBoolean(given, 'noAutoUserCreation', place);
  const said = { ...readFields(given, names, place), ...(noUsers === undefined ? {} : { createUsers: !noUsers }) };
  const read = fitting(SamlSettings, { ...before.settings, ...said }, names, place);
  // Documents lose what is empty at the end of a text.
  const isSame = read.certificate.trim() === before.settings.certificate.trim();
  const settings = isSame ? { ...read, certificate: before.settings.certificate } : read;
  for (const [field, text] of Object.entries({ loginUrl: settings.entryPoint, certificate: settings.certificate }))
    if (settings.enabled && text === '') throw new AppError(descriptorWords.descriptor_needs_field, { field: `${place}.${field}` });
  // Whoever the provider was before: assertions of another one come from somebody else.
  const issuer = before.settings.entryPoint === settings.entryPoint ? settings.issuer : '';
  return { settings: { ...settings, issuer }, isRedirected: findBoolean(given, 'autoRedirect', place) ?? before.isRedirected, base };
}

/** The provider as existing clients are told of it. */
export const toSamlConfig = ({ settings, isRedirected }: Kept): SamlConfig => ({
  enableIntegration: settings.enabled,
  loginUrl: settings.entryPoint,
  logoutUrl: settings.logoutUrl,
  serviceProviderName: settings.entityId,
  certificate: settings.certificate,
  groupAttribute: settings.groupsAttribute,
  emailAttribute: settings.emailAttribute,
  verifyAudienceRestriction: settings.verifyAudience,
  allowUserToAccessProfile: settings.profileUpdatable,
  syncGroups: settings.syncGroups,
  noAutoUserCreation: !settings.createUsers,
  autoRedirect: isRedirected,
  useEncryptedAssertion: false,
});

/** The same in the descriptor, where there is one. */
export function toSamlElement(kept: Kept): string {
  if (kept.settings.entryPoint === '') return '';
  return element(
    'samlSettings',
    Object.entries(toSamlConfig(kept))
      .map(([name, one]) => value(name, one))
      .join(''),
  );
}
