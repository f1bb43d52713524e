import type { Profile, SAML } from '@node-saml/node-saml';
import type { SamlSettings } from '@packhouse/contract/access/access-saml-routes.ts';
import { readCertificates } from '@packhouse/kernel/access/certificates.ts';

/** Clocks differ by this much at most. */
const skew = 60_000;

/** An assertion that held: who it is about, and to which request it answers. */
export interface ProvedAssertion {
  id: string;
  inResponseTo: string;
  /** After this moment nobody accepts it any more, so its use need not be remembered. */
  expiresAt: Date;
  nameId: string;
  nameIdFormat: string;
  attributes: Readonly<Record<string, unknown>>;
}

/** The certificates whose keys sign assertions. @throws AppError `invalid_input` when one cannot be read */
export const getCertificates = (text: string) => readCertificates('certificate', text, { bare: true });

export interface OurSide {
  entityId: string;
  acsUrl: string;
}

/** The library is loaded when somebody signs in through it. */
export async function loadSaml(settings: SamlSettings, ours: OurSide, requestId?: string): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
  return new SAML({
    entryPoint: settings.entryPoint,
    idpCert: getCertificates(settings.certificate).map(String),
    issuer: ours.entityId,
    audience: settings.verifyAudience ? ours.entityId : false,
    callbackUrl: ours.acsUrl,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: skew,
    // Which request it answers is checked against the browser's own cookie, which the library knows nothing of.
    validateInResponseTo: ValidateInResponseTo.never,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  });
}

type Element = { $?: Record<string, string>; [child: string]: unknown };

function readChildren(element: Element | undefined, name: string): Element[] {
  const found = element?.[name];
  return Array.isArray(found) ? (found as Element[]) : [];
}

function isAhead(moment: string | undefined, now: number): moment is string {
  return moment !== undefined && Date.parse(moment) + skew > now;
}

/** The bearer confirmation that is meant for us and still holds. */
function findConfirmation(assertion: Element, ours: OurSide, now: number): Record<string, string> | undefined {
  return readChildren(readChildren(assertion, 'Subject')[0], 'SubjectConfirmation')
    .filter(({ $ }) => $?.Method === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    .map((one) => readChildren(one, 'SubjectConfirmationData')[0]?.$ ?? {})
    .find(({ NotOnOrAfter, Recipient }) => Recipient === ours.acsUrl && isAhead(NotOnOrAfter, now));
}

/** Checks what the web browser profile demands beyond signature, audience and conditions, read from the signed assertion alone. */
function examine(profile: Profile, settings: SamlSettings, ours: OurSide, now: number): ProvedAssertion {
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as { Assertion?: Element };
  if (!assertion) throw new Error('There is no assertion');
  if (settings.issuer !== '' && profile.issuer !== settings.issuer) throw new Error(`The assertion comes from ${profile.issuer}, not from ${settings.issuer}`);
  const end = readChildren(assertion, 'Conditions')[0]?.$?.NotOnOrAfter;
  if (!isAhead(end, now)) throw new Error('The assertion has expired, or does not say when it will');
  const confirmation = findConfirmation(assertion, ours, now);
  if (!confirmation?.InResponseTo) throw new Error('The assertion is not meant for this address, or answers no request');
  const id = assertion.$?.ID;
  if (!id || !profile.nameID) throw new Error('The assertion has no id or names nobody');
  return {
    id,
    inResponseTo: confirmation.InResponseTo,
    expiresAt: new Date(Math.max(Date.parse(end), Date.parse(confirmation.NotOnOrAfter ?? end)) + 2 * skew),
    nameId: profile.nameID,
    nameIdFormat: profile.nameIDFormat ?? '',
    attributes: (profile.attributes ?? {}) as Record<string, unknown>,
  };
}

/**
 * Checks an answer of the identity provider: signature of the assertion, issuer, audience, recipient and times.
 * https://docs.oasis-open.org/security/saml/v2.0/saml-profiles-2.0-os.pdf section 4.1.4.3
 * @throws Error in words for the log
 */
export async function proveAssertion(response: string, settings: SamlSettings, ours: OurSide, now = Date.now()): Promise<ProvedAssertion> {
  const saml = await loadSaml(settings, ours);
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
  if (!profile) throw new Error('The answer names nobody');
  return examine(profile, settings, ours, now);
}
