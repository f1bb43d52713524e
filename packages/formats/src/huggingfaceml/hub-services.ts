import { AppError } from '@packhouse/contract/errors.ts';
import { readUpTo } from '@packhouse/limits/read-up-to.ts';
import type { AuxContext, FoundPackage, PackageRow, Rendered, Want } from '../format.ts';
import { searchAll } from '../search-all.ts';
import { findRecord, ownText, ownValue } from '../text/plain-json.ts';
import { readJson } from '../text/read-json.ts';
import { json } from '../text/render-json.ts';
import { findRevision, type HubListing, load, tagPointer } from './hub-listing.ts';
import { revisionWant } from './hub-paths.ts';
import { getPackage, getUploadPath, type HubKind, type HubPlace, isId, isName, readPackage } from './hub-place.ts';
import { refusals } from './huggingfaceml-refusals.ts';
import { describeCard, findFlaw } from './model-facts.ts';
import { listFolder, renderFile } from './render-hub.ts';

type Context = AuxContext<HubListing>;

const largestBody = 8 * 1024 * 1024;
const readBody = ({ body, request }: Pick<Context, 'body' | 'request'>) => readJson(body, largestBody, request.headers['content-encoding']);
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function whoami({ user }: Context): Rendered {
  if (user === undefined) throw new AppError('unauthenticated');
  // What a token may do is decided by its user's rights, for each place anew.
  const accessToken = { displayName: user, role: 'write' };
  return json({ type: 'user', id: user, name: user, fullname: user, orgs: [], isPro: false, auth: { type: 'access_token', accessToken } });
}

async function validate(context: Context): Promise<Rendered> {
  const content = ownText(await readBody(context), 'content') ?? '';
  const flaw = await findFlaw(content);
  return flaw === undefined ? json({ errors: [], warnings: [] }) : json({ errors: [{ message: flaw }], warnings: [] }, { status: 400 });
}

/** What a client names in a body that is about one model, dataset or space. @throws AppError `bad_request` */
export function readNamed(document: unknown): HubPlace {
  const [name = '', owner, type] = [ownText(document, 'name', 200), ownText(document, 'organization', 200), ownText(document, 'type', 20)];
  const id = owner === undefined ? name : `${owner}/${name}`;
  const kind = `${type ?? 'model'}s`;
  if (!isId(id) || (kind !== 'models' && kind !== 'datasets' && kind !== 'spaces')) throw new AppError(refusals.hub_identifier_unfit, { name: id });
  return { kind, id };
}

/** Nothing is made: a model is there with its first commit. Without a namespace it is the user's own, as in the hub. */
async function create(context: Context): Promise<Rendered> {
  const place = readNamed(await readBody(context));
  const id = place.id.includes('/') || context.user === undefined || !isId(`${context.user}/${place.id}`) ? place.id : `${context.user}/${place.id}`;
  return json({ url: `${context.baseUrl}/${getPackage({ ...place, id })}`, name: id, id });
}

async function findOwn({ rows }: Context, place: HubPlace): Promise<PackageRow | undefined> {
  return rows[0]?.package(getPackage(place));
}

/** The revision that is meant, of the first that knows it. */
async function findListing(context: Context, place: HubPlace, revision: string): Promise<HubListing | undefined> {
  const want = revisionWant(place, revision);
  for (const rows of context.rows) {
    const listing = await load(want, rows);
    if (listing) return listing;
  }
  return (await context.listings(want))[0];
}

/** Every file is to be uploaded by itself, so that none is held in memory; what is there already says so. */
async function preupload(want: Want, context: Context): Promise<Rendered> {
  const asked = asList(ownValue(await readBody(context), 'files'));
  const place = readPackage(want.package ?? '');
  const [rows] = context.rows;
  const revision = rows && (await load(revisionWant(place, want.version ?? ''), rows))?.revision;
  const known = new Map(revision?.files.map(({ path, sha256 }) => [path, sha256]));
  const files = asked.flatMap((one) => {
    const path = ownText(one, 'path', 2000);
    return path === undefined ? [] : [{ path, uploadMode: 'lfs', shouldIgnore: false, oid: known.get(path) ?? null }];
  });
  return json({ files });
}

/** Clients upload to the address that they are given, and send nothing but the file: so the address says who they are. */
async function makeUploadAddress(context: Context, place: HubPlace): Promise<string> {
  const address = new URL(`${context.baseUrl}/${getPackage(place)}/lfs/`);
  if (context.user === undefined) return address.href;
  address.username = encodeURIComponent(context.user);
  address.password = encodeURIComponent(await context.issueToken('hf upload'));
  return address.href;
}

/** https://github.com/git-lfs/git-lfs/blob/main/docs/api/batch.md */
async function batch(want: Want, context: Context): Promise<Rendered> {
  const document = await readBody(context);
  const place = readPackage(want.package ?? '');
  const found = await findOwn(context, place);
  const held = new Set(found?.versions.flatMap(({ files }) => files.map(({ sha256 }) => sha256)));
  const address = await makeUploadAddress(context, place);
  const objects = [];
  for (const one of asList(ownValue(document, 'objects'))) {
    const [oid, size] = [ownText(one, 'oid', 64)?.toLowerCase() ?? '', ownValue(one, 'size')];
    if (!/^[0-9a-f]{64}$/.test(oid)) throw new AppError(refusals.hub_document_unreadable, { member: 'oid' });
    const isThere = held.has(oid) || (await context.rows[0]?.file(getUploadPath(place, oid))) !== undefined;
    objects.push({ oid, size, ...(isThere ? {} : { actions: { upload: { href: `${address}${oid}` } } }) });
  }
  return json({ transfer: 'basic', objects }, { contentType: 'application/vnd.git-lfs+json' });
}

/** Branches and tags are movable names; a tag stays where it is. */
async function setName(want: Want, context: Context): Promise<Rendered> {
  const place = readPackage(want.package ?? '');
  const document = await readBody(context).catch(() => ({}));
  const isTag = want.variant === 'set-tag';
  const name = isTag ? (ownText(document, 'tag', 300) ?? '') : (want.version ?? '');
  if (!isName(name)) throw new AppError(refusals.hub_name_unfit, { name });
  const from = isTag ? (want.version ?? 'main') : (ownText(document, 'startingPoint', 300) ?? 'main');
  const found = await findOwn(context, place);
  const sha = found && findRevision(found, from);
  if (sha === undefined) throw new AppError(refusals.hub_revision_missing, { package: getPackage(place), revision: from });
  const pointer = isTag ? tagPointer(name) : name;
  if (found?.pointers[pointer] !== undefined) throw new AppError('already_exists');
  await context.setPointer(getPackage(place), pointer, sha);
  return json({});
}

async function deleteName(want: Want, context: Context): Promise<Rendered> {
  const name = want.version ?? '';
  const pointer = want.variant === 'delete-tag' ? tagPointer(name) : name;
  const found = await findOwn(context, readPackage(want.package ?? ''));
  if (pointer === 'main' || found?.pointers[pointer] === undefined)
    throw new AppError(refusals.hub_revision_missing, { package: want.package ?? '', revision: name });
  await context.deletePointer(found.name, pointer);
  return json({});
}

/** What is at some paths of a revision. Clients send them as a form. */
async function listPaths(want: Want, context: Context): Promise<Rendered> {
  const paths = new Set(new URLSearchParams((await readUpTo(context.body, largestBody)).toString()).getAll('paths'));
  const revision = (await findListing(context, readPackage(want.package ?? ''), want.version ?? ''))?.revision;
  if (!revision) throw new AppError('package_not_found');
  const folders = listFolder(revision.files, '', true).filter(({ type, path }) => type === 'directory' && paths.has(path as string));
  return json([...revision.files.filter(({ path }) => paths.has(path)).map(renderFile), ...folders]);
}

const mostFound = 1000;

function describeFound(kind: HubKind, { name, versions, pointers }: FoundPackage): Record<string, unknown>[] {
  const place = readPackage(name);
  const newest = versions.find(({ version }) => version === pointers.main) ?? versions.at(-1);
  if (place.kind !== kind || !newest) return [];
  const card = ownValue(newest.facts.native, 'card');
  const named = kind === 'models' ? { modelId: place.id } : {};
  return [
    {
      _id: newest.version.slice(0, 24),
      id: place.id,
      ...named,
      sha: newest.version,
      lastModified: newest.createdAt.toISOString(),
      private: false,
      ...describeCard(card),
    },
  ];
}

function readList(answer: { status: number; body: Buffer } | undefined): unknown[] {
  if (answer?.status !== 200) return [];
  try {
    return asList(JSON.parse(answer.body.toString()));
  } catch (cause) {
    throw new AppError(refusals.upstream_sent_no_hub_document, {}, { cause });
  }
}

async function search(want: Want, context: Context): Promise<Rendered> {
  const { query } = context.request;
  const kind = want.version as HubKind;
  const [author, limit] = [query.get('author'), Number(query.get('limit') ?? mostFound)];
  const most = Number.isInteger(limit) && limit > 0 ? Math.min(limit, mostFound) : mostFound;
  const found = new Map<string, Record<string, unknown>>();
  const pages = await searchAll(context, query.get('search') ?? '', { offset: 0, limit: mostFound });
  for (const one of pages.flatMap(({ packages }) => packages))
    for (const described of describeFound(kind, one)) if (!found.has(one.name)) found.set(one.name, described);
  const answered = await context.upstream?.(`api/${kind}`, { query: query.toString() });
  const theirs = readList(answered).flatMap((one) => {
    const id = ownText(one, 'id', 200);
    return id !== undefined && isId(id) ? [{ name: getPackage({ kind, id }), described: findRecord(one) ?? {} }] : [];
  });
  const claimed = await context.claimed(theirs.map(({ name }) => name));
  for (const { name, described } of theirs) if (!claimed.has(name) && !found.has(name)) found.set(name, described);
  const list = [...found.values()].filter(({ id }) => author === null || String(id).startsWith(`${author}/`));
  return json(list.slice(0, most));
}

const services: Readonly<Record<string, (want: Want, context: Context) => Promise<Rendered> | Rendered>> = {
  whoami: (_, context) => whoami(context),
  validate: (_, context) => validate(context),
  create: (_, context) => create(context),
  preupload,
  batch,
  'set-branch': setName,
  'set-tag': setName,
  'delete-branch': deleteName,
  'delete-tag': deleteName,
  paths: listPaths,
  search,
};

export async function aux(want: Want, context: Context): Promise<Rendered | undefined> {
  return services[want.variant ?? '']?.(want, context);
}
