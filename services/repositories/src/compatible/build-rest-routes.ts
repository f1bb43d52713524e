import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/build-compatible-routes.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { authoriseSomewhere } from '@packhouse/kernel/access/authorisation.ts';
import { handle, protocolScope } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { serviceUrl } from '../artifact/file-info.ts';
import { appendModules, deleteRuns, needRun, publishBuild, wrapDocument } from '../build/build.ts';
import { startedAt } from '../build/build-document.ts';
import { selectBuildNames } from '../build/build-name-queries.ts';
import { buildRepositoryKey } from '../build/build-place.ts';
import { type BuildRun, selectBuiltFiles, selectRuns } from '../build/build-queries.ts';
import { Retention, runsToDiscard } from '../build/build-retention.ts';
import { Promotion, promoteBuild } from '../build/promotion.ts';
import type { Context } from '../context.ts';
import { bodyLimits, readParsed, withDocument } from '../reading/request-body.ts';
import { getFolder, getName } from '../storage/path.ts';
import { makeQuery } from '../storage/request-path.ts';
import { refuseStorage } from './storage-routes.ts';

const mostBuilds = 100_000;

/** Gives what stands after `skipped` parts of the address, decoded; the last part is the number where one is expected. */
function wordsAfter(request: FastifyRequest, skipped: number): string[] {
  const [address = ''] = (request.raw.url ?? '').split('?');
  try {
    return address.split('/').slice(skipped).filter(Boolean).map(decodeURIComponent);
  } catch {
    throw new AppError(storageWords.address_badly_encoded);
  }
}

/** Names may hold slashes, encoded or not; numbers may not. */
function nameAndNumber(words: readonly string[]): { name: string; number: string } {
  const number = words.at(-1);
  const name = words.slice(0, -1).join('/');
  if (!number || !name) throw new AppError(storageWords.say_name_and_number);
  return { name, number };
}

function findFilter(request: FastifyRequest, words: readonly string[]) {
  const query = makeQuery(request.raw.url ?? '');
  const started = query.get('started');
  const repositoryKey = query.get('buildRepo') ?? buildRepositoryKey(query.get('project'));
  return { ...nameAndNumber(words), repositoryKey, startedAt: started ? startedAt(started) : undefined };
}

const segment = (text: string) => `/${encodeURIComponent(text)}`;
const formatIso = (date: Date) => date.toISOString().replace('Z', '+0000');

function readingRoutes(scope: FastifyInstance, context: Context): void {
  handle(scope, context.platform, contract.listBuildNames, async (_, { request, reply }) => {
    const repositoryKey = buildRepositoryKey(makeQuery(request.raw.url ?? '').get('project'));
    const builds = await selectBuildNames(context.db, request.actor, { repositoryKey }, mostBuilds);
    if (builds.length === 0)
      throw new AppError(storageWords.no_builds_found, {}, { code: request.actor.kind === 'anonymous' ? 'unauthenticated' : 'build_not_found' });
    return reply.send({
      uri: `${serviceUrl(context, request)}/api/build`,
      builds: builds.map(({ name, lastStarted }) => ({ uri: segment(name), lastStarted: formatIso(lastStarted) })),
    });
  });
  handle(scope, context.platform, contract.readPublishedBuild, async (_, { request, reply }) => {
    const words = wordsAfter(request, 4);
    const uri = `${serviceUrl(context, request)}/api/build${words.map(segment).join('')}`;
    if (words.length > 1) {
      const run = await needRun(context, request.actor, findFilter(request, words));
      return reply.header('content-type', 'application/json; charset=utf-8').send(await wrapDocument(context, run, uri));
    }
    const name = words[0] ?? '';
    const repositoryKey = buildRepositoryKey(makeQuery(request.raw.url ?? '').get('project'));
    const runs = await selectRuns(context.db, request.actor, { name, repositoryKey }, mostBuilds);
    if (runs.length === 0) await needRun(context, request.actor, { name, repositoryKey });
    return reply.send({ uri, buildsNumbers: runs.map((run) => ({ uri: segment(run.number), started: formatIso(run.startedAt) })) });
  });
  handle(scope, context.platform, contract.listBuildArtifacts, async (_, { request, reply }) => {
    const words = wordsAfter(request, 5);
    const repositoryKey = words.at(-1) ?? '';
    const run = await needRun(context, request.actor, { ...nameAndNumber(words.slice(0, -1)), repositoryKey });
    const files = await selectBuiltFiles(context.db, run, {});
    const answer = [];
    for (const { repositoryId, path } of files)
      answer.push({ repo: (await context.directory.byId(repositoryId))?.key ?? '', path: getFolder(path) || '.', name: getName(path) });
    return reply.send(answer);
  });
}

async function remove(context: Context, request: FastifyRequest, asked: z.output<typeof contract.BuildDeletion>): Promise<number> {
  const filter = { name: asked.buildName, repositoryKey: buildRepositoryKey(asked.project) };
  const wanted = new Set(asked.buildNumbers);
  const all: BuildRun[] = await selectRuns(context.db, request.actor, filter, mostBuilds);
  const runs = asked.deleteAll ? all : all.filter((run) => wanted.has(run.number));
  if (runs.length === 0) await needRun(context, request.actor, { ...filter, number: asked.buildNumbers?.[0] ?? '' });
  await deleteRuns(context, { actor: request.actor, address: request.ip }, runs, { artifacts: asked.deleteArtifacts === true });
  return runs.length;
}

function deletingRoutes(scope: FastifyInstance, context: Context): void {
  const said = (reply: FastifyReply, count: number) => reply.header('content-type', 'text/plain').send(`${count} builds have been removed`);
  handle(scope, context.platform, contract.deleteListedBuildRuns, async (_, { request, reply }) => {
    authoriseSomewhere(request.actor, 'delete', 'build');
    return said(reply, await remove(context, request, await readParsed(request, contract.BuildDeletion, bodyLimits.buildOrder)));
  });
  handle(scope, context.platform, contract.deleteNamedBuild, async (_, { request, reply }) => {
    const query = makeQuery(request.raw.url ?? '');
    const asked = {
      buildName: wordsAfter(request, 4).join('/'),
      project: query.get('project'),
      buildNumbers: (query.get('buildNumbers') ?? '').split(',').filter(Boolean),
      deleteArtifacts: query.get('artifacts') === '1',
      deleteAll: query.get('deleteAll') === '1',
    };
    return said(reply, await remove(context, request, asked));
  });
  handle(scope, context.platform, contract.discardOldBuilds, async (_, { request }) => {
    authoriseSomewhere(request.actor, 'delete', 'build');
    const retention = await readParsed(request, Retention, bodyLimits.buildOrder);
    const filter = { name: wordsAfter(request, 5).join('/'), repositoryKey: buildRepositoryKey(makeQuery(request.raw.url ?? '').get('project')) };
    const runs = await selectRuns(context.db, request.actor, filter, mostBuilds);
    if (runs.length === 0) await needRun(context, request.actor, filter);
    await deleteRuns(context, { actor: request.actor, address: request.ip }, runsToDiscard(runs, retention), {
      artifacts: retention.deleteBuildArtifacts === true,
    });
  });
}

function changingRoutes(scope: FastifyInstance, context: Context): void {
  handle(scope, context.platform, contract.publishBuildDocument, async (_, { request, reply }) => {
    const key = buildRepositoryKey(makeQuery(request.raw.url ?? '').get('project'));
    authoriseSomewhere(request.actor, 'deploy', 'build');
    const { sha256 } = await withDocument(request, { limit: bodyLimits.build }, (sent) => publishBuild(context, request.actor, key, sent));
    reply.header('x-checksum-sha256', sha256);
  });
  handle(scope, context.platform, contract.appendToBuild, async (_, { request }) => {
    authoriseSomewhere(request.actor, 'deploy', 'build');
    const filter = findFilter(request, wordsAfter(request, 5));
    await needRun(context, request.actor, filter);
    // However little comes, the whole document is read and written again.
    await withDocument(request, { limit: bodyLimits.build, isLarge: true }, (sent) => appendModules(context, request.actor, filter, sent));
  });
  handle(scope, context.platform, contract.promotePublishedBuild, async (_, { request, reply }) => {
    const run = await needRun(context, request.actor, findFilter(request, wordsAfter(request, 5)));
    const promotion = await readParsed(request, Promotion, bodyLimits.buildOrder);
    const messages = await promoteBuild(context, request.actor, run, promotion);
    return reply.code(messages.some(({ level }) => level === 'ERROR') ? 400 : 200).send({ messages });
  });
}

/** `/artifactory/api/build…`: what build tools publish and ask. */
export async function buildRestRoutes(app: FastifyInstance, context: Context): Promise<void> {
  await protocolScope(app, (scope) => {
    scope.setErrorHandler(refuseStorage(context));
    readingRoutes(scope, context);
    changingRoutes(scope, context);
    deletingRoutes(scope, context);
  });
}
