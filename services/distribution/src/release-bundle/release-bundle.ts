import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import type { NewReleaseBundle, ReleaseBundleChange } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { AppError, fieldRefusal } from '@packhouse/contract/errors.ts';
import { isReleaseBundleRepository, releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { type Actor, authorise } from '@packhouse/kernel/access/authorisation.ts';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Db, DistributionSchema, KeptSource } from '../schema.ts';
import { announce, audit } from './announce.ts';
import { auditedSource } from './audited-source.ts';
import type { CollectedFile } from './collect-files.ts';
import { computeSha256, isSendable, makeManifest } from './manifest.ts';
import {
  deleteReleaseBundleRow,
  holdPlaces,
  insertReleaseBundle,
  leaveToOthers,
  lockReleaseBundle,
  type ReleaseBundleRow,
  replaceFiles,
  type ShownReleaseBundle,
  selectFiles,
  selectOwnFiles,
  selectReleaseBundle,
  updateReleaseBundle,
} from './release-bundle-queries.ts';
import { releaseBundleResource, requireSight } from './release-bundle-resource.ts';
import { searchReleaseBundle } from './search-release-bundle.ts';
import { needReleaseBundleKey } from './signing-key.ts';

export interface Doer {
  actor: Actor;
  address: string;
}
export interface Place {
  name: string;
  version: string;
}

/** The detail tells deployments that send bundles that it is this very bundle that is not there. */
export const missing = ({ name, version }: Place) =>
  new AppError(distributionWords.no_release_bundle, { name, version }, { detail: { bundle: `${name}/${version}` } });

const taken = ({ name, version }: Place) => new AppError(distributionWords.bundle_exists, { name, version });

/** @throws AppError `version_exists` when another bundle has this name and version than the one that is meant */
export function requireSame(row: Pick<ReleaseBundleRow, 'name' | 'version' | 'manifest_sha256'>, manifestSha256: string | undefined): void {
  if (manifestSha256 === undefined || row.manifest_sha256 === manifestSha256) return;
  throw new AppError(distributionWords.other_bundle_received, { name: row.name, version: row.version });
}

/** Those who may not read a bundle do not learn that it exists. @throws AppError `not_found`, `unauthenticated`, `forbidden` */
export async function needReleaseBundle(
  context: Context,
  actor: Actor,
  { name, version }: Place,
  type?: ReleaseBundleRow['type'],
): Promise<ShownReleaseBundle> {
  requireSight(actor, name, version);
  const row = await selectReleaseBundle(context.db, name, version);
  if (!row || (type && row.type !== type)) throw missing({ name, version });
  return row;
}

async function needLocked(tx: Db, place: Place): Promise<ReleaseBundleRow> {
  const row = await lockReleaseBundle(tx, place.name, place.version);
  if (row?.type !== 'source') throw missing(place);
  return row;
}

function requireOpen({ state, name, version }: Pick<ReleaseBundleRow, 'state' | 'name' | 'version'>): void {
  if (state !== 'OPEN') throw new AppError(distributionWords.bundle_signed, { name, version });
}

function storingKey(wanted: string): string {
  const key = wanted === '' ? releaseBundleRepositoryKey : wanted;
  if (isReleaseBundleRepository(key)) return key;
  throw fieldRefusal('storingRepository', say(distributionWords.no_bundle_repository, { repository: key }));
}

const totals = (files: readonly CollectedFile[]) => ({ files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) });

type Given<Content> = Omit<Content, 'source'> & { source: KeptSource };
type Content = Given<z.output<typeof ReleaseBundleChange>>;

const makeColumns = (content: Content) => ({
  description: content.description,
  notes_syntax: content.releaseNotes.syntax,
  notes: content.releaseNotes.content,
  source: JSON.stringify(content.source),
  storing_repository: storingKey(content.storingRepository),
});

/** The files that a new version would have; nothing is kept. @throws AppError as `createReleaseBundle` does */
export async function tryReleaseBundle(context: Context, input: Given<NewReleaseBundle>, { actor }: Doer): Promise<CollectedFile[]> {
  const { name, version } = input;
  authorise(actor, 'deploy', releaseBundleResource(name, version));
  if (await selectReleaseBundle(context.db, name, version)) throw taken(input);
  return searchReleaseBundle(context, actor, input);
}

export async function createReleaseBundle(context: Context, input: Given<NewReleaseBundle>, doer: Doer): Promise<void> {
  const { name, version } = input;
  const files = await tryReleaseBundle(context, input, doer);
  await context.db.transaction().execute(async (tx) => {
    const columns = { name, version, type: 'source' as const, ...makeColumns(input), ...totals(files) };
    const row = await insertReleaseBundle(tx, { ...columns, created_by: doer.actor.name });
    if (!row) throw taken(input);
    await replaceFiles(tx, row.id, files);
    await announce(context, tx, 'created', columns, { by: doer.actor.name });
    await audit(context, tx, doer, 'release-bundle.created', `${name}/${version}`, { after: { ...totals(files), source: auditedSource(input.source) } });
  });
  if (input.sign) await signReleaseBundle(context, input, input.storingRepository, doer);
}

export async function changeReleaseBundle(context: Context, place: Place, content: Content, doer: Doer): Promise<void> {
  authorise(doer.actor, 'deploy', releaseBundleResource(place.name, place.version));
  const found = await selectReleaseBundle(context.db, place.name, place.version);
  if (found?.type !== 'source') throw missing(place);
  requireOpen(found);
  const files = await searchReleaseBundle(context, doer.actor, content);
  await context.db.transaction().execute(async (tx) => {
    const row = await needLocked(tx, place);
    requireOpen(row);
    const columns = makeColumns(content);
    await moveStore(context, row, columns.storing_repository, doer);
    await updateReleaseBundle(tx, row.id, { ...columns, ...totals(files) });
    await replaceFiles(tx, row.id, files);
    await announce(context, tx, 'updated', { ...row, ...columns, ...totals(files) }, { by: doer.actor.name });
    const after = { ...totals(files), source: auditedSource(content.source) };
    await audit(context, tx, doer, 'release-bundle.updated', `${place.name}/${place.version}`, { after });
  });
  if (content.sign) await signReleaseBundle(context, place, content.storingRepository, doer);
}

const kept = (row: Pick<ReleaseBundleRow, 'storing_repository' | 'name' | 'version'>) => ({
  repository: row.storing_repository,
  name: row.name,
  version: row.version,
});

/** What an interrupted signing kept at the place before goes, as nobody would find it there. The row is held. */
async function moveStore({ storage }: Context, row: ReleaseBundleRow, store: string, doer: Doer): Promise<void> {
  if (row.storing_repository !== store) await storage.drop(kept(row), doer.actor.name);
}

/** Says where the files will be kept, before any of them is, so that they are found whatever becomes of the signing. */
async function chooseStore(context: Context, place: Place, storingRepository: string, doer: Doer): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await needLocked(tx, place);
    requireOpen(row);
    const store = storingKey(storingRepository || row.storing_repository);
    await context.storage.ensureRepository(store, doer);
    await moveStore(context, row, store, doer);
    await updateReleaseBundle(tx, row.id, { storing_repository: store });
  });
}

/** Keeps the files and signs the list of them. What keeps it from being signed is told to those who follow it, too. */
export async function signReleaseBundle(context: Context, place: Place, storingRepository: string, doer: Doer): Promise<void> {
  authorise(doer.actor, 'deploy', releaseBundleResource(place.name, place.version));
  await chooseStore(context, place, storingRepository, doer);
  await sign(context, place, doer).catch((error: unknown) => announceFailure(context, place, doer, error));
}

/** @throws always the error itself */
async function announceFailure(context: Context, { name, version }: Place, { actor }: Doer, error: unknown): Promise<never> {
  const row = await selectReleaseBundle(context.db, name, version);
  const { message } = error instanceof AppError ? error : new AppError('internal');
  if (row?.state === 'OPEN') await context.db.transaction().execute((tx) => announce(context, tx, 'not-signed', row, { by: actor.name, message }));
  throw error;
}

/** The row is held, so that nobody changes what is being signed. */
async function sign(context: Context, place: Place, doer: Doer): Promise<void> {
  const { storage } = context;
  await context.db.transaction().execute(async (tx) => {
    const row = await needLocked(tx, place);
    requireOpen(row);
    const key = await needReleaseBundleKey({ ...context, db: tx });
    const files = await selectFiles(tx, row.id);
    const sources = files.map((file) => ({ ...file, from: { repository: file.source_repository, path: file.source_path } }));
    await storage.keep(kept(row), sources, doer.actor);
    const signed = { by: doer.actor.name, at: new Date() };
    const manifest = makeManifest(row, files, signed);
    if (!isSendable(manifest)) throw new AppError(distributionWords.file_list_too_long);
    await updateReleaseBundle(tx, row.id, {
      state: 'SIGNED',
      manifest,
      manifest_sha256: computeSha256(manifest),
      signature: await storage.sign(key.name, manifest),
      key_fingerprint: key.fingerprint,
      signed_by: signed.by,
      signed_at: signed.at,
    });
    await announce(context, tx, 'signed', row, { by: doer.actor.name });
    await audit(context, tx, doer, 'release-bundle.signed', `${place.name}/${place.version}`, { after: { fingerprint: key.fingerprint } });
  });
}

/** Here only; what was distributed stays where it is. A received version goes with the files that it alone brought. */
export async function deleteReleaseBundle(context: Context, place: Place, type: ReleaseBundleRow['type'], doer: Doer): Promise<void> {
  authorise(doer.actor, 'delete', releaseBundleResource(place.name, place.version));
  await context.db.transaction().execute(async (tx) => {
    const row = await lockReleaseBundle(tx, place.name, place.version);
    if (row?.type !== type) throw missing(place);
    await deleteLocked(context, tx, row, doer);
  });
}

/** Takes the files away that a received version brought. */
async function withdraw(context: Context, tx: Transaction<DistributionSchema>, row: ReleaseBundleRow, { actor }: Doer): Promise<void> {
  const by = actor.name;
  try {
    await announce(context, tx, 'withdrawing', row, { by });
    await holdPlaces(tx, 'withdrawal');
    await context.storage.withdraw(kept(row), await selectOwnFiles(tx, row.id), actor);
    await leaveToOthers(tx, row.id);
  } catch (error) {
    // The transaction takes back what it told of; that it was tried in vain stands for itself.
    await context.db.transaction().execute(async (other) => {
      await announce(context, other, 'withdrawing', row, { by });
      await announce(context, other, 'not-withdrawn', row, { by, message: error instanceof AppError ? error.message : new AppError('internal').message });
    });
    throw error;
  }
}

/** Deletes a version whose row is held. What is known of it beside its type goes into the audit log. */
export async function deleteLocked(
  context: Context,
  tx: Transaction<DistributionSchema>,
  row: ReleaseBundleRow,
  doer: Doer,
  known: object = {},
): Promise<void> {
  const { storage } = context;
  const { name, version, type } = row;
  if (type === 'target') await withdraw(context, tx, row, doer);
  else await storage.drop(kept(row), doer.actor.name);
  await deleteReleaseBundleRow(tx, row.id);
  await announce(context, tx, 'deleted', row, { by: doer.actor.name });
  await audit(context, tx, doer, 'release-bundle.deleted', `${name}/${version}`, { before: { type, ...known } });
}
