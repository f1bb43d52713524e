import { constants } from '@packhouse/contract/constants.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import type { ProtocolRequest, Want } from '@packhouse/formats/format.ts';
import { getFormat } from '@packhouse/formats/formats.ts';
import { publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { makeQuery, type RequestPath, requestPath } from '../../storage/request-path.ts';
import { serveAux } from './aux.ts';
import type { Call } from './call.ts';
import { plainDeploy } from './deploy.ts';
import { serveFile } from './file.ts';
import { browseFolder, isBrowsable } from './folder-page.ts';
import { readActorOfLink } from './link-access.ts';
import { serveListing } from './listing.ts';
import { plainRemove, servePublish, serveRemove } from './publish.ts';
import { serveDocument } from './serve-document.ts';

/** Which of a repository's two addresses was used: its protocol's or the plain paths of its storage. */
export type Face = 'protocol' | 'storage';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the repository is known, so that refusals speak its client's language. */
    packageCall?: Call;
  }
}

async function readCall(context: Context, request: FastifyRequest, reply: FastifyReply, key: string, face: Face, place: RequestPath): Promise<Call> {
  const resolved = await context.directory.resolve(key);
  if (!resolved) {
    // Who may not look around does not learn which repositories there are.
    if (request.actor.kind === 'anonymous') throw new AppError('unauthenticated');
    throw new AppError(sharedWords.repository_missing, { key });
  }
  const { repository, cacheOnly } = resolved;
  const format = getFormat(repository.format);
  const protocol: ProtocolRequest = {
    method: request.method,
    path: place.path,
    query: makeQuery(request.raw.url ?? ''),
    headers: request.headers as Record<string, string | undefined>,
  };
  const prefix = face === 'protocol' ? `/artifactory/api/${format.apiName}` : '/artifactory';
  const baseUrl = `${publicBaseUrl(request, context.platform.config)}${prefix}/${encodeURIComponent(key)}`;
  const actor = (format.linksCarryAccess ? await readActorOfLink(context, request.actor, protocol) : undefined) ?? request.actor;
  if (repository.settings.requireSignIn && actor.kind === 'anonymous') throw new AppError('unauthenticated');
  return { context, request, reply, actor, repository, cacheOnly, format, protocol, baseUrl, properties: place.properties };
}

/** Serves one request of a package manager or of anybody who knows a path; `place` unless it follows from the address as usual. */
export async function serveProtocol(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  face: Face,
  place: RequestPath = requestPath(request.raw.url ?? '', face === 'protocol' ? 4 : 2),
): Promise<FastifyReply> {
  const call = await readCall(context, request, reply, key, face, place);
  request.packageCall = call;
  // A format without a protocol of its own speaks on the storage face.
  const speaks = face === 'protocol' || call.format.apiName === undefined;
  const want = speaks ? call.format.classify(call.protocol) : storageWant(call);
  const isFolder = face === 'storage' && isBrowsable(call, want, place.trailingSlash);
  const again = () => serveProtocol(context, request, reply, key, face, place);
  // What is found in a repository is what is meant; what merges, changes or finds nothing must know the repositories as they are now.
  const isFile = want?.kind === 'file' && !isFolder;
  const asksOne = isFile || (want?.kind === 'index' && want.package !== undefined && call.repository.class === 'local');
  if (!asksOne && (await context.directory.renew())) return again();
  if (isFolder && (await browseFolder(call, place))) return reply;
  if (!want) throw new AppError(request.method === 'GET' || request.method === 'HEAD' ? 'artifact_not_found' : 'method_not_allowed');
  const meant = (!speaks && want.kind === 'file' && (await findJudgedListing(call, want))) || want;
  if (!asksOne) return dispatch(call, meant, place, speaks);
  try {
    return await dispatch(call, meant, place, speaks);
  } catch (error) {
    if (!reply.sent && isRefusal(error) && (await isAnother(call))) return again();
    throw error;
  }
}

const isRefusal = (error: unknown) => error instanceof AppError && [401, 403, 404].includes(error.status);

/** Tells whether the repository of a call is, or is set up, otherwise than was known when it began. */
async function isAnother({ context, repository, cacheOnly }: Call): Promise<boolean> {
  await context.directory.renew();
  const now = await context.directory.resolve(cacheOnly ? `${repository.key}${constants.cacheSuffix}` : repository.key);
  return now?.repository !== repository;
}

/** On the storage face of a format with a protocol of its own, paths are just paths. */
function storageWant(call: Call): Want | undefined {
  const { protocol, format } = call;
  const { method, path } = protocol;
  if (method === 'PUT' || method === 'POST') return { kind: 'publish', path };
  if (method === 'DELETE') return { kind: 'remove', path };
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const known = format.classify({ ...protocol, method: 'GET' });
  // The protocol may call the very same path; then a remote knows where its upstream keeps the file.
  if (known?.kind === 'file' && known.path === path) return known;
  const location = format.locate(path);
  return { kind: 'file', path, ...(location ? { package: location.package, version: location.version } : {}) };
}

/**
 * The listing that a plain path stands for, where rules judge what upstreams offer: as the document that it is in the upstream it would name what is held
 * back. What is stored here is handed out as it is.
 */
async function findJudgedListing({ context, format, repository, protocol }: Call, { path }: Want): Promise<Want | undefined> {
  if (!format.offers || repository.class === 'local') return undefined;
  const listing = format.classify({ ...protocol, method: 'GET' });
  if (listing?.kind !== 'index' || listing.variant === 'checksum' || protocol.path !== path) return undefined;
  const members = repository.class === 'virtual' ? await context.directory.flatten(repository) : [repository];
  return members.some(({ key }) => context.firewall.guard(key)) ? listing : undefined;
}

function dispatch(call: Call, want: Want, place: RequestPath, speaks: boolean): Promise<FastifyReply> {
  switch (want.kind) {
    case 'file':
      return serveFile(call, want);
    case 'index':
      return serveListing(call, want);
    case 'document':
      return serveDocument(call, want);
    case 'publish':
      return speaks ? servePublish(call, want, place.trailingSlash) : plainDeploy(call, want.path, place.trailingSlash);
    case 'remove':
      return speaks ? serveRemove(call, want) : plainRemove(call, want.path);
    case 'aux':
      return serveAux(call, want);
  }
}
