import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as samlify from 'samlify';

interface KeyPair {
  key: string;
  certificate: string;
}

function makeKeyPair(): KeyPair {
  const folder = mkdtempSync(join(tmpdir(), 'packhouse-saml-'));
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=idp.test', '-keyout', keyFile, '-out', certificateFile];
  execFileSync('openssl', ['req', ...options], { stdio: 'ignore' });
  const made = { key: readFileSync(keyFile, 'utf8'), certificate: readFileSync(certificateFile, 'utf8') };
  rmSync(folder, { recursive: true });
  return made;
}

export interface Answer {
  nameId?: string;
  groups?: readonly string[];
  email?: string;
  /** A hostile or broken provider says this instead. */
  issuer?: string;
  audience?: string;
  recipient?: string;
  inResponseTo?: string;
  /** Moment at which the assertion ends. */
  until?: Date;
}

const attribute = (name: string, values: readonly string[]) =>
  `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`;

/** A SAML identity provider of another make than our side's library. It reads our metadata and signs what it is told to. */
export function samlPeer(entryPoint: string) {
  const genuine = makeKeyPair();
  const stranger = makeKeyPair();
  const issuer = 'https://idp.example.org/metadata';
  samlify.setSchemaValidator({ validate: async () => 'skipped' });

  function providerWith({ key, certificate }: KeyPair) {
    return samlify.IdentityProvider({
      entityID: issuer,
      privateKey: key,
      signingCert: certificate,
      isAssertionEncrypted: false,
      singleSignOnService: [{ Binding: samlify.Constants.namespace.binding.redirect, Location: entryPoint }],
      singleLogoutService: [{ Binding: samlify.Constants.namespace.binding.redirect, Location: entryPoint }],
      loginResponseTemplate: { context: samlify.SamlLib.defaultLoginResponseTemplate.context.replace('{AttributeStatement}', '{Statement}'), attributes: [] },
    });
  }

  /** The id of the request with which somebody arrived. */
  async function requestId(address: string, metadata: string): Promise<string> {
    const sp = samlify.ServiceProvider({ metadata });
    const { extract } = await providerWith(genuine).parseLoginRequest(sp, 'redirect', { query: Object.fromEntries(new URL(address).searchParams) });
    return (extract as { request: { id: string } }).request.id;
  }

  async function respond(metadata: string, request: string, answer: Answer = {}, keys: KeyPair = genuine): Promise<string> {
    const sp = samlify.ServiceProvider({ metadata });
    const now = new Date().toISOString();
    const until = (answer.until ?? new Date(Date.now() + 300_000)).toISOString();
    const id = `_${randomUUID()}`;
    const acs = String(sp.entityMeta.getAssertionConsumerService('post'));
    const attributes = [...(answer.email ? [attribute('email', [answer.email])] : []), ...(answer.groups ? [attribute('groups', answer.groups)] : [])].join('');
    const values: Record<string, string> = {
      ID: id,
      AssertionID: `_${randomUUID()}`,
      IssueInstant: now,
      Destination: acs,
      Issuer: answer.issuer ?? issuer,
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      NameID: answer.nameId ?? 'Ann',
      SubjectConfirmationDataNotOnOrAfter: until,
      SubjectRecipient: answer.recipient ?? acs,
      InResponseTo: answer.inResponseTo ?? request,
      ConditionsNotBefore: new Date(Date.now() - 3_600_000).toISOString(),
      ConditionsNotOnOrAfter: until,
      Audience: answer.audience ?? sp.entityMeta.getEntityID(),
      AuthnStatement: '',
      Statement: attributes === '' ? '' : `<saml:AttributeStatement>${attributes}</saml:AttributeStatement>`,
    };
    const fill = (template: string) => ({ id, context: template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '') });
    const made = await providerWith(keys).createLoginResponse(sp, { extract: { request: { id: request } } }, 'post', {}, fill);
    return made.context;
  }

  return { issuer, certificate: genuine.certificate, stranger, requestId, respond };
}
