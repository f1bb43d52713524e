import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/repositories/storage-compatible-routes.ts';
import { storageWords } from '@packhouse/contract/repositories/storage-words.ts';
import { answerError, handle, protocolScope, toAppError } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { expiryRecord } from '../artifact/expiry-audit.ts';
import { findItem, type Item } from '../artifact/item.ts';
import { propertyPlace } from '../artifact/property-place.ts';
import type { Context } from '../context.ts';
import { bodyLimits, readJson } from '../reading/request-body.ts';
import { changeProperties, type PropertyChange } from '../storage/properties.ts';
import { makeQuery, pathSegment, requestPath } from '../storage/request-path.ts';
import { itemPermissions } from './item-permissions.ts';
import { parsePropertyText } from './property-text.ts';
import { fileList, itemInfo, itemProperties, itemStats, newestBelow } from './storage-view.ts';

/** A refusal in the words of this interface's clients, with a challenge where credentials would help. */
export function refuseStorage({ platform }: Context) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (toAppError(error).status === 401) reply.header('www-authenticate', `Basic realm="${platform.identity.basicRealm()}"`);
    return answerError(error, request, reply);
  };
}

function getPlace(request: FastifyRequest): { key: string; path: string } {
  const url = request.raw.url ?? '';
  return { key: pathSegment(url, 4), path: requestPath(url, 4).path };
}

const flag = (query: URLSearchParams, name: string, otherwise = false) => {
  const value = query.get(name);
  return value === null ? otherwise : value === '' || value === '1' || value === 'true';
};

async function answerGet(context: Context, request: FastifyRequest): Promise<unknown> {
  const { key, path } = getPlace(request);
  const query = makeQuery(request.raw.url ?? '');
  const item = await findItem(context, request.actor, key, path);
  if (query.has('properties')) return itemProperties(context, request, item, (query.get('properties') ?? '').split(',').filter(Boolean));
  if (query.has('stats')) return itemStats(context, request, item);
  if (query.has('permissions')) return itemPermissions(context, request, item);
  if (query.has('lastModified')) return newestBelow(context, request, item);
  if (query.has('list'))
    return fileList(context, request, item, {
      deep: flag(query, 'deep'),
      depth: Number(query.get('depth') ?? 0),
      folders: flag(query, 'listFolders'),
      root: flag(query, 'includeRootPath'),
      timestamps: flag(query, 'mdTimestamps'),
    });
  return itemInfo(context, request, item);
}

function findItemOf(context: Context, request: FastifyRequest): Promise<Item> {
  const { key, path } = getPlace(request);
  return findItem(context, request.actor, key, path);
}

/** Changes properties as an existing client asks; used by all three of its ways to do so. */
async function change(
  context: Context,
  request: FastifyRequest,
  change: Omit<PropertyChange, 'actor' | 'record'>,
  recursive: boolean,
  found?: Item,
): Promise<void> {
  const item = found ?? (await findItemOf(context, request));
  const { repository, place } = await propertyPlace(context, request.actor, item, recursive, [...Object.keys(change.set ?? {}), ...(change.remove ?? [])]);
  const { actor, ip: address } = request;
  const { set, remove } = change;
  const recorded = expiryRecord(context, { by: { name: actor.name, address }, item, set, remove });
  await changeProperties(context, repository, place, { ...change, ...recorded, actor: actor.name });
}

/** `/artifactory/api/storage/…` and `/artifactory/api/metadata/…`: what is stored, in the words of existing clients. */
export async function storageRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { platform } = context;
  await protocolScope(app, (scope) => {
    scope.setErrorHandler(refuseStorage(context));
    handle(scope, platform, contract.readStored, async (_, { request, reply }) => reply.send(await answerGet(context, request)));
    handle(scope, platform, contract.putStoredProperties, async (_, { request }) => {
      const query = makeQuery(request.raw.url ?? '');
      if (!query.has('properties')) throw new AppError(storageWords.say_properties_to_set);
      await change(context, request, { set: parsePropertyText(query.get('properties') ?? '') }, flag(query, 'recursive', true));
    });
    handle(scope, platform, contract.deleteStoredProperties, async (_, { request }) => {
      const query = makeQuery(request.raw.url ?? '');
      const keys = (query.get('properties') ?? '').split(',').filter(Boolean);
      if (keys.length === 0) throw new AppError(storageWords.say_properties_to_remove);
      await change(context, request, { remove: keys }, flag(query, 'recursive', true));
    });
    handle(scope, platform, contract.patchStoredProperties, async (_, { request }) => {
      const query = makeQuery(request.raw.url ?? '');
      // First, so that of strangers no body is read.
      const item = await findItemOf(context, request);
      const body = contract.MetadataPatch.safeParse(await readJson(request, bodyLimits.properties));
      if (!body.success) throw new AppError(storageWords.send_properties);
      const entries = Object.entries(body.data.props);
      const set = Object.fromEntries(
        entries.filter(([, value]) => value !== null).map(([key, value]) => [key, typeof value === 'string' ? value.split(',') : (value ?? [])]),
      );
      const remove = entries.filter(([, value]) => value === null).map(([key]) => key);
      await change(context, request, { set, remove }, flag(query, 'recursiveProperties', flag(query, 'recursive', true)), item);
    });
  });
}
