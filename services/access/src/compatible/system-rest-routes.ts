import { createHash } from 'node:crypto';
import * as routes from '@packhouse/contract/access/access-compatible-system-routes.ts';
import { GeneralInput } from '@packhouse/contract/access/access-general-routes.ts';
import type { Licence } from '@packhouse/contract/access/access-licence-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { licenceTypeName } from '@packhouse/contract/access/licence-types.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { answerError, handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { changeGeneral } from '../general/general.ts';
import { installLicence, readLicences, removeLicence } from '../licence/licence.ts';

/** Clients take the date apart, so that no end is the last one there can be. */
const lastDay = new Date('9999-12-31T00:00:00Z');

function formatDay(day: Date): string {
  return day.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });
}

function tellLicence({ type, expiresAt, licensedTo }: Licence) {
  return { type: licenceTypeName(type), validThrough: formatDay(expiresAt === null ? lastDay : new Date(expiresAt)), licensedTo };
}

/** Names a licence to those who remove it. */
function hashLicence({ id, type, issuedAt, expiresAt, licensedTo }: Licence): string {
  return createHash('sha256')
    .update(JSON.stringify([id, type, issuedAt, expiresAt, licensedTo]))
    .digest('hex');
}

function licenceRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, routes.readSystemLicence, async () => {
    const licences = await readLicences(context);
    const licence = licences.find(({ holds }) => holds);
    return licence ? tellLicence(licence) : { type: licenceTypeName('N/A'), validThrough: '', licensedTo: '' };
  });

  handle(app, platform, routes.listSystemLicences, async () => ({
    licenses: (await readLicences(context)).map((licence) => ({
      ...tellLicence(licence),
      licenseHash: hashLicence(licence),
      nodeId: licence.node,
      nodeUrl: context.general.baseUrl() ?? platform.config.baseUrl ?? '',
      expired: licence.state === 'expired',
    })),
  }));

  handle(app, platform, routes.installSystemLicences, async ({ body }, { actor, address, reply }) => {
    const messages: Record<string, string> = {};
    let status = 200;
    for (const { licenseKey } of [body].flat()) {
      try {
        await installLicence(context, licenseKey.trim(), { actor: actor.name, address });
        messages[licenseKey] = 'OK';
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        messages[licenseKey] = error.message;
        status = 400;
      }
    }
    return reply.code(status).send({ status, messages });
  });

  handle(app, platform, routes.removeSystemLicence, async ({ query }, { actor, address }) => {
    const { licenseHash = '' } = query;
    const licence = (await readLicences(context)).find((one) => !one.builtIn && hashLicence(one) === licenseHash);
    if (!licence) throw new AppError(accessWords.no_such_licence);
    await removeLicence(context, licence.id, { actor: actor.name, address });
    return { status: 200, messages: { [hashLicence(licence)]: 'OK' } };
  });
}

/** What existing clients ask of the installation as a whole. */
export function systemRestRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  licenceRoutes(app, context);

  handle(app, platform, routes.readSecurityConfig, async () => ({
    anonAccessEnabled: (await context.settings.read()).anonymousAccess,
    passwordSettings: { encryptionPolicy: 'SUPPORTED' as const },
  }));

  void protocolScope(app, (scope) => {
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    handle(scope, platform, routes.changeBaseUrl, async (_, { request, reply, actor, address }) => {
      const given = (await readUpTo(request.raw, 4096)).toString('utf8').trim();
      // Theirs ends where their services begin; ours is the address of all of them.
      const baseUrl = GeneralInput.shape.baseUrl.safeParse(given.replace(/\/(?:artifactory\/?)?$/, ''));
      if (!baseUrl.success) throw new AppError(accessWords.base_url_unfit, { url: given });
      await changeGeneral(context, { baseUrl: baseUrl.data }, { actor: actor.name, address });
      return reply.type('text/plain').send('URL base has been successfully updated.');
    });
  });
}
