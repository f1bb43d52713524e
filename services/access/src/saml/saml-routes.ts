import type { ProviderCheck } from '@packhouse/contract/access/access-oauth-routes.ts';
import type { SamlSettings } from '@packhouse/contract/access/access-saml-routes.ts';
import * as routes from '@packhouse/contract/access/access-saml-routes.ts';
import { samlLogoutUrl } from '@packhouse/contract/access/auth-sign-in-routes.ts';
import { certificateFacts, nameOnOneLine } from '@packhouse/kernel/access/certificates.ts';
import { handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { guardedFetch } from '../external/guarded-fetch.ts';
import { navigated } from '../external/return-to-console.ts';
import { getCertificates } from './assertion.ts';
import { changeSamlSettings, ourSide, samlSettings } from './saml-settings.ts';
import { consumeAssertion, finishSaml, startSaml } from './saml-sign-in.ts';

function checkCertificate(text: string): ProviderCheck {
  try {
    const found = getCertificates(text);
    // While keys change, one of two may have had its time.
    const outcome = found.some(({ validToDate }) => validToDate.getTime() > Date.now()) ? 'good' : 'bad';
    return { check: 'certificate', outcome, message: found.map(({ subject, validTo }) => `${nameOnOneLine(subject)}, ${validTo}`).join('; ') };
  } catch (error) {
    return { check: 'certificate', outcome: 'bad', message: text === '' ? '' : (error as Error).message };
  }
}

async function checkEntryPoint(context: Context, address: string): Promise<ProviderCheck> {
  try {
    const { status } = await guardedFetch(context.platform.outgoing)(address);
    return { check: 'entryPoint', outcome: status < 500 && status !== 404 ? 'good' : 'bad', message: String(status) };
  } catch (error) {
    return { check: 'entryPoint', outcome: 'bad', message: (error as Error).message };
  }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** https://docs.oasis-open.org/security/saml/v2.0/saml-metadata-2.0-os.pdf section 2.4.4 */
function getMetadata({ entityId, acsUrl }: { entityId: string; acsUrl: string }): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escaped(entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escaped(acsUrl)}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}

/** The address that other sites' pages post to: it asks nobody who they are, since the signed assertion is the only proof. */
function consumerRoute(app: FastifyInstance, context: Context): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 600_000 }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    handle(scope, context.platform, routes.consumeSamlAssertion, ({ body }, { request, reply }) =>
      navigated(context, 'saml', reply, () => consumeAssertion(context, body.SAMLResponse, request)),
    );
  });
}

export function samlRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  const shown = async (settings: SamlSettings, request: FastifyRequest) => ({
    ...settings,
    ourSide: await ourSide(context, request),
    certificates: certificateFacts(settings.certificate, { bare: true }),
  });

  handle(app, platform, routes.readSamlSettings, async (_, { request }) => shown(await samlSettings(db), request));
  handle(app, platform, routes.updateSamlSettings, async ({ body }, { actor, address, request }) => {
    const saved = await changeSamlSettings(context, body, publicBaseUrl(request, platform.config), { actor: actor.name, address });
    return shown(saved, request);
  });
  handle(app, platform, routes.testSamlSettings, async ({ body }) => ({
    checks: [checkCertificate(body.certificate), await checkEntryPoint(context, body.entryPoint)],
  }));
  handle(app, platform, routes.samlMetadata, async (_, { request, reply }) => {
    await reply.type('application/samlmetadata+xml').send(getMetadata(await ourSide(context, request)));
  });

  handle(app, platform, routes.startSamlSignIn, (_, { request, reply }) => navigated(context, 'saml', reply, () => startSaml(context, request, reply)));
  handle(app, platform, routes.finishSamlSignIn, ({ query }, { request, reply }) =>
    navigated(context, 'saml', reply, () => finishSaml(context, query.ticket, request, reply)),
  );
  consumerRoute(app, context);

  handle(app, platform, samlLogoutUrl, async () => {
    const { enabled, logoutUrl } = await samlSettings(db);
    return { logoutUrl: enabled && logoutUrl !== '' ? logoutUrl : null };
  });
}
