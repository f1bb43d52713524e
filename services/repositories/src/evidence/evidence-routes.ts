import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/evidence-routes.ts';
import { evidenceWords } from '@packhouse/contract/repositories/evidence-words.ts';
import { evidenceLimits } from '@packhouse/contract/repositories/limits.ts';
import { type Actor, authorise, isAllowed } from '@packhouse/kernel/access/authorisation.ts';
import { answerError, handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { FastifyInstance } from 'fastify';
import { serviceUrl, urlPath } from '../artifact/file-info.ts';
import { removePath } from '../artifact/remove-path.ts';
import type { Context } from '../context.ts';
import { readResource } from '../directory/directory.ts';
import { answerGraphql } from '../package/graphql-request.ts';
import { getFolder, getName } from '../storage/path.ts';
import { requestPath } from '../storage/request-path.ts';
import { attachEvidence, findSubject } from './attach-evidence.ts';
import { findSigningKey } from './envelope.ts';
import { selectOneEvidence } from './evidence-queries.ts';
import { seeAllEvidence, seeEvidence, selectEvidenceKeys, toEvidence } from './evidence-view.ts';
import { makeSlug, readCategory } from './predicate.ts';

/** Clients attach files to evidence of services from 7.646.1 on. */
const evidenceServiceVersion = '7.646.1';

/** `/evidence/api/v1/subject` */
const subjectSegments = 4;

/** The piece of evidence with this number, where the caller may read it. @throws AppError `not_found` */
async function needEvidence(context: Context, actor: Actor, id: string) {
  const row = await selectOneEvidence(context.db, Number(id));
  const seen = row && (await seeEvidence(context, actor, row, await selectEvidenceKeys(context)));
  if (!seen) throw new AppError(evidenceWords.no_evidence);
  return seen;
}

function consoleRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;

  handle(app, platform, contract.listEvidence, async ({ query }, { actor }) => {
    const { repository, artifact } = await findSubject(context, actor, query.repoKey, query.path);
    const seen = await seeAllEvidence(context, actor, artifact.sha256);
    const attachable = repository.class === 'local' && isAllowed(actor, 'annotate', readResource(repository, artifact.path));
    return { items: seen.map((one) => toEvidence(actor, one)), attachable };
  });

  handle(app, platform, contract.readEvidence, async ({ params }, { actor }) => {
    const { statement, envelope } = (await needEvidence(context, actor, params.id)).read;
    return {
      statement: JSON.stringify(statement, undefined, 2),
      markdown: statement.markdown ?? null,
      keyIds: envelope.signatures.flatMap(({ keyid }) => keyid || []),
    };
  });

  handle(app, platform, contract.deleteEvidence, async ({ params }, { actor, address }) => {
    const { row, repository } = await needEvidence(context, actor, params.id);
    authorise(actor, 'delete', readResource(repository, row.path));
    if (repository.class === 'virtual') throw new AppError(evidenceWords.no_evidence);
    await removePath(context, actor, repository, getFolder(row.path));
    const before = { predicateType: row.predicate_type, subject: row.subject_sha256, attachedBy: row.created_by };
    await platform.identity.audit({ actor: actor.name, address, action: 'evidence.deleted', subject: `${repository.key}/${row.path}`, before });
  });
}

/** Evidence: signed statements about files, by the calls of existing clients and for the console. */
export async function evidenceRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { platform } = context;
  consoleRoutes(app, context);

  handle(app, platform, contract.evidenceConfig, async () => ({ external_evidence_collection_supported: false }));
  handle(app, platform, contract.queryEvidence, async ({ body }, { actor }) => {
    const { evidenceSchema } = await import('./evidence-graphql.ts');
    return { data: await answerGraphql(evidenceSchema, body, { context, actor }) };
  });

  await protocolScope(app, (scope) => {
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    handle(scope, platform, contract.evidenceVersion, async (_, { reply }) => reply.type('text/plain').send(evidenceServiceVersion));
    handle(scope, platform, contract.attachEvidence, async ({ query }, { actor, request }) => {
      if (actor.kind === 'anonymous') throw new AppError('unauthenticated');
      const { path: place } = requestPath(request.raw.url ?? '', subjectSegments);
      const slash = place.indexOf('/');
      const [key, path] = slash < 0 ? [place, ''] : [place.slice(0, slash), place.slice(slash + 1)];
      // First, so that of strangers no body is read.
      await findSubject(context, actor, key, path);
      const bytes = await readUpTo(request.raw, evidenceLimits.envelope.most);
      const { row, read } = await attachEvidence(context, actor, { key, path, provider: query.providerId ?? '', bytes });
      const repository = await context.directory.byId(row.repository_id);
      const inside = repository?.key ?? key;
      return {
        repository: inside,
        path: getFolder(row.path),
        name: getName(row.path),
        uri: `${serviceUrl(context, request)}/${encodeURIComponent(inside)}/${urlPath(row.path)}`,
        sha256: row.sha256,
        predicate_category: readCategory(row.predicate_type),
        predicate_type: row.predicate_type,
        predicate_slug: makeSlug(row.predicate_type),
        created_at: row.created_at.toISOString(),
        created_by: row.created_by,
        verified: findSigningKey(read.envelope, await selectEvidenceKeys(context)) !== undefined,
        provider_id: row.provider,
        attachments: row.attachments.map(({ name, sha256, type, path: kept }) => ({
          name,
          sha256,
          ...(type === null ? {} : { type }),
          download_path: `${inside}/${kept}`,
        })),
      };
    });
  });
}
