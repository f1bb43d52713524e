import { AppError } from '@packhouse/contract/errors.ts';
import type { Part, Rendered, StagedFile, Want } from '@packhouse/formats/format.ts';
import type { FastifyReply } from 'fastify';
import { patternsAccept } from '../../directory/accepted-paths.ts';
import type { StoringRepository } from '../../directory/directory.ts';
import { sendPage, sendRendered } from '../../download/answer.ts';
import { noteLeftOut, refusalOfListing } from '../../firewall/admission.ts';
import { offeredListing } from '../../firewall/offered-listing.ts';
import type { Judgement } from '../../firewall/verdict.ts';
import type { ListingQuestion, SentPart } from '../../reading/listing-work.ts';
import { getPage, type Page } from '../../reading/page.ts';
import type { Db } from '../../schema.ts';
import type { ListingDocument } from '../../upstream/remote-index.ts';
import { type Call, requireRead } from './call.ts';
import { signingContext } from './link-access.ts';
import { atOneMoment } from './listing-entry-queries.ts';
import { type Listing, localListing } from './local.ts';
import { membersFor } from './members.ts';

interface Share extends Listing {
  member: StoringRepository;
  /** Rules keep all of it out, and this says so. */
  refusal?: () => AppError;
  /** Keys of what rules keep out of it. */
  left?: ReadonlySet<string>;
  /** What rules say of it. */
  judgement?: Judgement;
  /** The document of a remote repository where it is large. */
  large(): Promise<ListingDocument | undefined>;
}

/** Answers a generated listing. @throws AppError `package_not_found` */
export async function serveListing(call: Call, want: Want): Promise<FastifyReply> {
  const { context, request, reply, protocol, baseUrl } = call;
  const shares = await readShares(call, want);
  if (want.variant !== 'checksum') for (const { member, judgement } of shares) if (member.class === 'remote' && judgement) noteLeftOut(call, member, judgement);
  // Nothing is kept under this name: under the repository's there may be another one by now, and whoever asked looks again.
  const isUnknown = call.repository.class === 'local' && want.package !== undefined && shares.every((share) => share.validator === undefined);
  if (isUnknown && (await context.directory.renew())) throw new AppError('package_not_found');
  const validator =
    want.signs === undefined && shares.every((share) => share.validator !== undefined) ? shares.map((share) => share.validator).join() : undefined;
  const query = protocol.query.size === 0 ? '' : protocol.query.toString();
  const key = `${call.repository.id} ${baseUrl} ${want.path} ${want.version ?? ''} ${want.variant ?? ''} ${query}`;
  const kept = validator === undefined ? undefined : context.indexes.get(key, validator);
  if (kept) return sendPage(request, reply, kept);
  const page = (await makeLargePage(call, want, shares)) ?? (await makePage(call, want, shares));
  if (!isPage(page)) return sendRendered(request, reply, page);
  if (validator !== undefined) context.indexes.set(key, validator, page);
  return sendPage(request, reply, page);
}

const isPage = (made: Page | Rendered): made is Page => 'etag' in made;

async function makePage(call: Call, want: Want, shares: readonly Share[]): Promise<Page | Rendered> {
  const model = await mergedModel(call, want, shares);
  if (model === undefined) throw shares.find(({ refusal }) => refusal)?.refusal?.() ?? new AppError('package_not_found');
  const rendered = await render(call, want, model);
  const { body } = rendered;
  return typeof body !== 'string' && !Buffer.isBuffer(body) ? rendered : getPage({ ...rendered, body });
}

/** Has a page made in a thread where an upstream's document is large; pages that are made for each caller need more than can be sent there. */
async function makeLargePage(call: Call, want: Want, shares: readonly Share[]): Promise<Page | undefined> {
  if (want.signs !== undefined) return undefined;
  const { method, path, query, headers } = call.protocol;
  const context = { baseUrl: call.baseUrl, method, path, query: query.toString(), headers };
  const asked = await askThread(call, want, shares, { ask: 'page', context });
  if (!asked) return undefined;
  const page = asked.answer as Page | undefined;
  if (!page) throw new AppError('package_not_found');
  return { ...page, body: Buffer.from(page.body.buffer, page.body.byteOffset, page.body.byteLength) };
}

/** Asks a thread about a listing with a large part; undefined where none is, and whoever asks finds out by themselves. */
async function askThread(call: Call, want: Want, shares: readonly Share[], question: ListingQuestion): Promise<{ answer: unknown } | undefined> {
  const { context, format } = call;
  const documents = await Promise.all(shares.map((share) => share.large()));
  if (documents.every((document) => document === undefined)) return undefined;
  const models = await loadModels(
    call,
    shares.filter((_, at) => !documents[at]),
  );
  const parts: SentPart[] = [];
  const files: StagedFile[] = [];
  for (const [at, share] of shares.entries()) {
    const document = documents[at];
    const { key: member, class: source } = share.member;
    if (document) {
      const { file, ...origin } = document;
      parts.push({ source: 'remote', member, file: files.push(file) - 1, ...origin, ...(share.left ? { left: [...share.left] } : {}) });
      continue;
    }
    const model = models.get(share);
    if (model !== undefined) parts.push({ source, member, model });
  }
  return { answer: await context.readers.list({ format: format.id, want, parts, question, files }) };
}

/** The path that a file's name stands for at present, by the listing that knows. */
export async function findNewest(call: Call, newest: Want, want: Want): Promise<string | undefined> {
  const shares = await readShares(call, newest);
  const asked = await askThread(call, newest, shares, { ask: 'newest', wanted: want });
  if (asked) return asked.answer as string | undefined;
  const model = await mergedModel(call, newest, shares);
  return model === undefined ? undefined : call.format.newestPath?.(want, model);
}

async function render({ format, ...call }: Call, want: Want, model: unknown): Promise<Rendered> {
  const context = { baseUrl: call.baseUrl, request: call.protocol };
  const signed = want.signs !== undefined && format.renderSigned?.(want, model, { ...context, ...(await signingContext({ format, ...call }, want.signs)) });
  const rendered = signed ? await signed : format.render?.(want, model, context);
  if (!rendered) throw new AppError('package_not_found');
  return rendered;
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
    return listing && { ...listing, member, large: async () => undefined };
  }
  if (!patternsAccept(member, want.path, want.package)) return undefined;
  const listing = await offeredListing(call.context, member, want);
  const refusal = listing?.judgement && refusalOfListing(call, member, want, listing.judgement);
  if (!listing || !refusal) return listing && { ...listing, member };
  // Others may still have something.
  const nothing = async () => undefined;
  return { member, validator: listing.validator, large: nothing, model: nothing, refusal };
}

/**
 * Loads what the members have to say. Local ones are read as they were at one moment: what is moved from one to another while they are read one after the
 * other could be found in neither, so that a listing would be older than what was acknowledged before anybody asked for it.
 */
async function loadModels(call: Call, shares: readonly Share[]): Promise<ReadonlyMap<Share, unknown>> {
  const locals = shares.filter(({ member }) => member.class === 'local');
  const loaded = new Map<Share, unknown>();
  const load = async (share: Share, snapshot?: Db) => void loaded.set(share, await share.model(snapshot));
  if (locals.length < 2) {
    await Promise.all(shares.map((share) => load(share)));
    return loaded;
  }
  await Promise.all([
    ...shares.filter(({ member }) => member.class !== 'local').map((share) => load(share)),
    atOneMoment(call.context.db, async (snapshot) => {
      for (const share of locals) await load(share, snapshot);
    }),
  ]);
  return loaded;
}

async function mergedModel(call: Call, want: Want, shares: readonly Share[]): Promise<unknown> {
  const models = await loadModels(call, shares);
  const parts = shares.flatMap((share): Part<unknown>[] => {
    const model = models.get(share);
    return model === undefined ? [] : [{ member: share.member.key, source: share.member.class, model }];
  });
  if (parts.length < 2 || !call.format.merge) return parts[0]?.model;
  return call.format.merge(want, parts);
}
