import { X509Certificate } from 'node:crypto';
import { NewClientCertificate } from '@packhouse/contract/repositories/key-routes.ts';
import * as contract from '@packhouse/contract/repositories/monitoring-compatible-routes.ts';
import { answerError, handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { keepCertificate, removeCertificate } from '../keys/client-certificates.ts';
import { selectCertificates } from '../keys/key-queries.ts';
import { checked } from '../reading/request-body.ts';
import { metricsText, metricsType } from '../upkeep/metrics-text.ts';

/** As many as anybody looks at. */
const mostTasks = 1000;
const mostPem = 256 * 1024;

const getAlias = (request: FastifyRequest) => (request.params as { alias: string }).alias;
const colons = (fingerprint: string) => fingerprint.toUpperCase().replaceAll(/(..)(?!$)/g, '$1:');

/** The key and the certificates of one text, in whatever order they stand in it. */
function splitPem(text: string): { certificate: string; privateKey: string } {
  const blocks = text.match(/-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g) ?? [];
  const [keys, certificates] = [true, false].map((isKey) => blocks.filter((block) => /^-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(block) === isKey).join('\n'));
  return { certificate: certificates ?? '', privateKey: keys ?? '' };
}

function certificateRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, contract.listCertificates, async () =>
    (await selectCertificates(context.db)).map((row) => ({
      certificateAlias: row.name,
      issuedTo: row.subject,
      issuedBy: row.issuer,
      issuedOn: new Date(new X509Certificate(row.certificate).validFrom).toISOString(),
      validUntil: row.valid_until.toISOString(),
      fingerprint: colons(row.fingerprint),
    })),
  );

  handle(app, platform, contract.removeNamedCertificate, async (_, call) => {
    const alias = getAlias(call.request);
    await removeCertificate(context, alias, call);
    return call.reply.send({ status: 200, message: `The certificate ${alias} was deleted` });
  });

  void protocolScope(app, (scope) => {
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    handle(scope, platform, contract.keepNamedCertificate, async (_, call) => {
      const name = getAlias(call.request);
      const text = (await readUpTo(call.request.raw, mostPem)).toString('latin1');
      await keepCertificate(context, checked({ name, ...splitPem(text) }, NewClientCertificate), call, { mayReplace: true });
      return call.reply.send({ status: 200, message: `The certificate ${name} is kept` });
    });
  });
}

/** What monitoring that exists already asks. */
export function monitoringRoutes(app: FastifyInstance, context: Context): void {
  const { platform, peers } = context;

  handle(app, platform, contract.readServiceId, async (_, { reply }) => reply.type('text/plain').send(`jfrt@${peers.installation?.id ?? 'packhouse'}`));

  handle(app, platform, contract.listTasks, async () => ({
    tasks: (await platform.jobs.list(mostTasks)).map(({ id, name, isRunning, worker }) => ({
      id,
      type: name,
      state: isRunning ? ('running' as const) : ('scheduled' as const),
      description: name.replaceAll('-', ' '),
      nodeId: worker,
    })),
  }));

  handle(app, platform, contract.readRepositoriesMetrics, async (_, { reply }) => reply.type(metricsType).send(await metricsText(context)));

  for (const list of [contract.listFederationLags, contract.listFederationFailures]) handle(app, platform, list, async () => []);

  certificateRoutes(app, context);
}
