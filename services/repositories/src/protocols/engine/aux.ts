import { AppError } from '@packhouse/contract/errors.ts';
import { upstreamWords } from '@packhouse/contract/repositories/upstream-words.ts';
import type { AuxContext, Want } from '@packhouse/formats/format.ts';
import type { OwnAccount } from '@packhouse/formats/own-account.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { FastifyReply } from 'fastify';
import { patternsAccept } from '../../directory/accepted-paths.ts';
import { readDeployment } from '../../directory/deployment.ts';
import { type LocalRepository, type RemoteRepository, readResource, type StoringRepository } from '../../directory/directory.ts';
import { sendRendered } from '../../download/answer.ts';
import { offeredListing } from '../../firewall/offered-listing.ts';
import type { Db } from '../../schema.ts';
import { commit } from '../../storage/commit.ts';
import { localRows } from '../../storage/local-row-queries.ts';
import { removeArtifacts } from '../../storage/removal.ts';
import { askUpstream, upstreamUrl } from '../../upstream/upstream.ts';
import { type Call, mayRead, requireRead } from './call.ts';
import { atOneMoment } from './listing-entry-queries.ts';
import { claimedNames } from './members.ts';
import { presentedToken } from './presented-token.ts';

const largestAnswer = 64 * 1024 * 1024;
const tooMuch = () => new AppError(upstreamWords.upstream_answer_too_large);

/** Whatever else a client calls: ping, login, search, tags. */
export async function serveAux(call: Call, want: Want): Promise<FastifyReply> {
  const { format, repository, actor } = call;
  const needs = want.needs ?? 'read';
  if (needs === 'read') requireAnyRead(call, want);
  else if (needs !== 'none') authorise(actor, needs, readResource(await readDeployment(call.context, repository), want.package));
  const answer = await format.aux?.(want, await auxContext(call, want));
  if (!answer) throw new AppError('not_found');
  return sendRendered(call.request, call.reply, answer);
}

function requireAnyRead(call: Call, want: Want): void {
  // The members of a virtual repository are asked one by one below; those the caller may not read have no rows.
  if (call.repository.class !== 'virtual') requireRead(call, call.repository, want);
}

async function auxContext(call: Call, want: Want): Promise<AuxContext> {
  const { context, repository, actor, protocol, baseUrl } = call;
  const all = repository.class === 'virtual' ? await context.directory.flatten(repository) : [repository];
  const members = want.needs === 'none' ? all : all.filter((member) => mayRead(call, member, want));
  if (members.length === 0 && all.length > 0 && want.needs !== 'none') authorise(actor, 'read', readResource(all[0]!, want.path));
  const remotes = members.filter((member) => member.class === 'remote' && !member.settings.offline && patternsAccept(member, want.path, want.package));
  const locals = await changedFirst(call, members);
  return {
    request: protocol,
    baseUrl,
    body: call.request.raw,
    user: actor.kind === 'user' ? actor.name : undefined,
    rows: locals.map((member) => localRows(context, member, actor)),
    atOneMoment: (read) => {
      const at = (db: Db) => read(locals.map((member) => localRows({ db }, member, actor)));
      return locals.length < 2 ? at(context.db) : atOneMoment(context.db, at);
    },
    listings: (asked) => upstreamListings(call, members, asked),
    claimed: async (names) => (repository.class === 'virtual' ? claimedNames(call, repository, names) : new Set()),
    ...(remotes.length > 0 ? { upstream: (path, init) => askInOrder(call, remotes as RemoteRepository[], path, init) } : {}),
    async setPointer(packageName, name, version) {
      const target = await pointerTarget(call, packageName);
      await commit(context, target, { actor: actor.name, files: [], overwrite: false, pointers: [{ package: packageName, name, version }] });
    },
    async deletePointer(packageName, name) {
      const target = await pointerTarget(call, packageName);
      await removeArtifacts(context, target, { actor: actor.name, pointers: [{ package: packageName, name }] });
    },
    async issueToken(description) {
      if (actor.kind !== 'user') throw new AppError('unauthenticated');
      const own = actor.via === 'token' ? presentedToken(protocol.headers.authorization) : undefined;
      // A token for a token would live on when that one is revoked.
      if (own !== undefined) return own;
      return (await context.platform.identity.issueAccessToken(actor, { description })).token;
    },
    endToken: (token) => context.platform.identity.endAccessToken(token, call.request.ip),
    account: actor.kind === 'user' ? ownAccount(call) : undefined,
    async login(user, password, description) {
      const found = await context.platform.identity.actorByCredentials(user, password, call.request.ip);
      // The short spelling: clients put it into addresses when they log out.
      return found && (await context.platform.identity.issueAccessToken(found, { description })).referenceToken;
    },
  };
}

function ownAccount({ context, actor, request }: Call): OwnAccount {
  const { identity } = context.platform;
  return {
    profile: () => identity.ownAccount.profile(actor),
    tokens: () => identity.ownAccount.tokens(actor),
    makeToken: async (description, seconds) =>
      (await identity.issueAccessToken(actor, { description, ...(seconds === undefined ? {} : { expiresIn: seconds }) })).referenceToken,
    proves: async (password) => (await identity.actorByCredentials(actor.name, password, request.ip))?.name === actor.name,
    revokeToken: (id) => identity.ownAccount.revokeToken(actor, id, request.ip),
  };
}

/** Nobody's upstream is asked for a name of ours, nor for what the patterns of its repository refuse. */
async function upstreamListings(call: Call, members: readonly StoringRepository[], want: Want): Promise<readonly unknown[]> {
  const { context, repository } = call;
  const name = want.package;
  if (name !== undefined && repository.class === 'virtual' && (await claimedNames(call, repository, [name])).has(name)) return [];
  const remotes = members.filter((member) => member.class === 'remote');
  const asked = remotes.filter((member) => [repository, member].every((one) => patternsAccept(one, want.path, name)));
  const listings = await Promise.all(asked.map((member) => offeredListing(context, member, want)));
  return Promise.all(listings.filter((listing) => listing !== undefined).map((listing) => listing.model()));
}

/** The local members; the one that a change goes to stands first. */
async function changedFirst({ repository }: Call, members: readonly StoringRepository[]): Promise<StoringRepository[]> {
  const locals = members.filter((member) => member.class === 'local');
  const target = repository.class === 'virtual' ? repository.settings.defaultDeployment : undefined;
  return [...locals.filter((member) => member.key === target), ...locals.filter((member) => member.key !== target)];
}

async function pointerTarget(call: Call, packageName: string): Promise<LocalRepository> {
  const target = await readDeployment(call.context, call.repository);
  authorise(call.actor, 'deploy', readResource(target, packageName));
  return target;
}

/** The first remote that has an answer; the last failure when none has. */
async function askInOrder(call: Call, remotes: readonly RemoteRepository[], path: string, init: Parameters<NonNullable<AuxContext['upstream']>>[1] = {}) {
  let failure: unknown;
  for (const remote of remotes) {
    try {
      const method = (init.method ?? 'GET') as 'GET';
      const answer = await askUpstream(call.context, remote, { url: upstreamUrl(remote, path, init.query), method, headers: init.headers, body: init.body });
      if (answer.status >= 400) answer.body.destroy();
      else return { status: answer.status, headers: answer.headers, body: await readUpTo(answer.body, largestAnswer, tooMuch) };
    } catch (error) {
      failure = error;
    }
  }
  if (failure) throw failure;
  return undefined;
}
