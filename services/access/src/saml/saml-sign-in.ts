import type { SamlSettings } from '@packhouse/contract/access/access-saml-routes.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { ExternalIdentity } from '../external/external-identity.ts';
import { keepTicket, signInExternal, spendAssertion, takeTicket } from '../external/external-user.ts';
import { consolePage, SignInRefusal } from '../external/return-to-console.ts';
import { keepPending, takePendingCookie } from '../external/sign-in-cookie.ts';
import { fingerprint, randomSecret } from '../secret/fingerprint.ts';
import { loadSaml, type ProvedAssertion, proveAssertion } from './assertion.ts';
import { ourSide, samlSettings } from './saml-settings.ts';

const seconds = 120;

/** Identities belong to the provider that signed for them: another one that is set up later takes over nobody. */
const samlKey = ({ issuer, entryPoint }: SamlSettings) => `saml:${issuer === '' ? entryPoint : issuer}`;

function getText(value: unknown): string {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' ? first : '';
}

function readNames(value: unknown): string[] | undefined {
  if (value === undefined) return undefined;
  return [value].flat().filter((one) => typeof one === 'string');
}

function readIdentity(assertion: ProvedAssertion, settings: SamlSettings): ExternalIdentity {
  const { attributes, nameId, nameIdFormat } = assertion;
  const userName = settings.userNameAttribute === '' ? nameId : getText(attributes[settings.userNameAttribute]);
  const email = getText(attributes[settings.emailAttribute]);
  return {
    provider: samlKey(settings),
    realm: 'saml',
    // A transient NameID is another one each time, so the name has to stand for the person.
    subject: nameIdFormat.endsWith(':transient') ? userName : nameId,
    userName,
    email: email.length > 254 ? '' : email,
    groups: readNames(attributes[settings.groupsAttribute]),
  };
}

async function usableSettings(context: Context): Promise<SamlSettings> {
  const settings = await samlSettings(context.db);
  if (!settings.enabled) throw new SignInRefusal('refused');
  return settings;
}

export async function startSaml(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const settings = await usableSettings(context);
  const state = `_${randomSecret(24)}`;
  const saml = await loadSaml(settings, await ourSide(context, request), state);
  const address = await saml.getAuthorizeUrlAsync('', undefined, {});
  keepPending(context, request, reply, { provider: samlKey(settings), state });
  return address;
}

/**
 * Takes the provider's post. Browsers send no cookie of ours with it, so what was proved is kept under a ticket, and the session begins in the next
 * step, where the cookie of the one who asked is there: nobody is signed in with an answer that was slipped to them.
 */
export async function consumeAssertion(context: Context, response: string, request: FastifyRequest): Promise<string> {
  const settings = await usableSettings(context);
  const assertion = await proveAssertion(response, settings, await ourSide(context, request)).catch((error: unknown) =>
    Promise.reject(new SignInRefusal('refused', { cause: error })),
  );
  if (!(await spendAssertion(context.db, fingerprint(`${settings.issuer} ${assertion.id}`), assertion.expiresAt)))
    throw new SignInRefusal('refused', { cause: new Error('The assertion was used before') });
  const ticket = randomSecret(32);
  const kept = { identity: readIdentity(assertion, settings), inResponseTo: assertion.inResponseTo };
  await keepTicket(context.db, {
    state_hash: fingerprint(ticket),
    provider: samlKey(settings),
    sealed: context.platform.secrets.encrypt(JSON.stringify(kept)),
    expires_at: new Date(Date.now() + seconds * 1000),
  });
  return `${prefixes.consoleApi}/ui/auth/saml/finish?ticket=${ticket}`;
}

export async function finishSaml(context: Context, ticket: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const pending = takePendingCookie(context, request, reply);
  const row = await takeTicket(context.db, fingerprint(ticket));
  if (!pending || !row) throw new SignInRefusal('expired');
  const kept = JSON.parse(context.platform.secrets.decrypt(row.sealed)) as { identity: ExternalIdentity; inResponseTo: string };
  if (pending.provider !== row.provider || pending.state !== kept.inResponseTo) throw new SignInRefusal('expired');
  await signInExternal(context, kept.identity, await usableSettings(context), { request, reply });
  return consolePage('saml');
}
