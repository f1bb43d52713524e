import { AppError } from '@packhouse/contract/errors.ts';
import type { Part, Rendered, Want } from '@packhouse/formats/format.ts';
import type { FastifyReply } from 'fastify';
import { patternsAccept } from '../../directory/accepted-paths.ts';
import type { StoringRepository } from '../../directory/directory.ts';
import { sendPage, sendRendered } from '../../download/answer.ts';
import { getPage } from '../../download/page.ts';
import { remoteListing } from '../../upstream/remote-index.ts';
import { type Call, requireRead } from './call.ts';
import { signingContext } from './link-access.ts';
import { type Listing, localListing } from './local.ts';
import { membersFor } from './members.ts';

interface Share extends Listing {
  member: StoringRepository;
}

/** Answers a generated listing. @throws AppError `package_not_found` */
export async function serveListing(call: Call, want: Want): Promise<FastifyReply> {
  const { context, request, reply, protocol, baseUrl } = call;
  const shares = await readShares(call, want);
  // Nothing is kept under this name: under the repository's there may be another one by now, and whoever asked looks again.
  const isUnknown = call.repository.class === 'local' && want.package !== undefined && shares.every((share) => share.validator === undefined);
  if (isUnknown && (await context.directory.renew())) throw new AppError('package_not_found');
  const validator =
    want.signs === undefined && shares.every((share) => share.validator !== undefined) ? shares.map((share) => share.validator).join() : undefined;
  const query = protocol.query.size === 0 ? '' : protocol.query.toString();
  const key = `${call.repository.id} ${baseUrl} ${want.path} ${want.version ?? ''} ${want.variant ?? ''} ${query}`;
  const kept = validator === undefined ? undefined : context.indexes.get(key, validator);
  if (kept) return sendPage(request, reply, kept);
  const model = await mergedModel(call, want, shares);
  if (model === undefined) throw new AppError('package_not_found');
  const rendered = await render(call, want, model);
  const { body } = rendered;
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return sendRendered(request, reply, rendered);
  const page = getPage({ ...rendered, body });
  if (validator !== undefined) context.indexes.set(key, validator, page);
  return sendPage(request, reply, page);
}

async function render({ format, ...call }: Call, want: Want, model: unknown): Promise<Rendered> {
  const context = { baseUrl: call.baseUrl, request: call.protocol };
  const signed = want.signs !== undefined && format.renderSigned?.(want, model, { ...context, ...(await signingContext({ format, ...call }, want.signs)) });
  const rendered = signed ? await signed : format.render?.(want, model, context);
  if (!rendered) throw new AppError('package_not_found');
  return rendered;
}

/** Gives what a listing knows, for those that need more than to show it. */
export async function listingModel(call: Call, want: Want): Promise<unknown> {
  return mergedModel(call, want, await readShares(call, want));
}

/** The parts of a listing, in the order of resolution. Nothing is left out silently: a member that fails without a copy fails the whole. */
async function readShares(call: Call, want: Want): Promise<Share[]> {
  const { repository } = call;
  if (repository.class === 'virtual') {
    const { locals, remotes } = await membersFor(call, repository, want);
    // Nobody's upstream has a say in what only tells clients where we are: it must not keep them from publishing.
    const asked = want.own && locals.length > 0 ? locals : [...locals, ...remotes];
    const shares = await Promise.all(asked.map((member) => readShare(call, member, want)));
    return shares.filter((share) => share !== undefined);
  }
  requireRead(call, repository, want);
  const share = await readShare(call, repository, want);
  return share ? [share] : [];
}

async function readShare(call: Call, member: StoringRepository, want: Want): Promise<Share | undefined> {
  if (member.class === 'local') {
    const listing = await localListing(call, member, want);
    return listing && { ...listing, member };
  }
  if (!patternsAccept(member, want.path, want.package)) return undefined;
  const listing = await remoteListing(call.context, member, want);
  return listing && { ...listing, member };
}

async function mergedModel(call: Call, want: Want, shares: readonly Share[]): Promise<unknown> {
  const loaded = await Promise.all(shares.map(async (share) => ({ member: share.member.key, source: share.member.class, model: await share.model() })));
  const parts = loaded.filter((part): part is Part<unknown> => part.model !== undefined);
  if (parts.length < 2 || !call.format.merge) return parts[0]?.model;
  return call.format.merge(want, parts);
}
