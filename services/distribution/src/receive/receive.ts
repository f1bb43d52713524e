import { type offerReleaseBundle, ReleaseBundleManifest, type SignedManifest } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { releaseBundleRepositoryKey } from '@packhouse/contract/repository-keys.ts';
import type { RouteParsed, RouteReply } from '@packhouse/contract/route.ts';
import { sharedWords } from '@packhouse/contract/shared-words.ts';
import { authorise } from '@packhouse/kernel/access/authorisation.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { announce, audit } from '../release-bundle/announce.ts';
import { computeSha256 } from '../release-bundle/manifest.ts';
import type { Doer, Place } from '../release-bundle/release-bundle.ts';
import {
  deleteReleaseBundleRow,
  holdPlaces,
  insertReleaseBundle,
  lockReleaseBundle,
  replaceFiles,
  type ShownReleaseBundle,
  selectReleaseBundle,
  updateReleaseBundle,
} from '../release-bundle/release-bundle-queries.ts';
import { releaseBundleResource } from '../release-bundle/release-bundle-resource.ts';
import { noteArrival } from './expected-queries.ts';
import { takeOrder } from './orders.ts';
import { inTurn } from './publish-turns.ts';
import { requireSigner } from './signers.ts';

/** Where received files are kept. */
export const makeStore = ({ name, version }: Place) => ({ repository: releaseBundleRepositoryKey, name, version });

const untrusted = (fingerprint: string) => new AppError(distributionWords.sender_key_unknown, { fingerprint });

/** True when this very bundle is here already, all of it. @throws AppError `version_exists` */
function isPresent(found: Pick<ShownReleaseBundle, 'name' | 'version' | 'type' | 'manifest_sha256' | 'incoming'> | undefined, manifestSha256: string): boolean {
  if (!found) return false;
  if (found.type === 'source') throw new AppError(distributionWords.bundle_from_here, { name: found.name, version: found.version });
  if (found.manifest_sha256 !== manifestSha256)
    throw new AppError(distributionWords.other_bundle_received_before, { name: found.name, version: found.version });
  return !found.incoming;
}

type Offer = RouteParsed<typeof offerReleaseBundle>['body'];

/** Says beforehand what would be refused in the end. */
export async function considerOffer(context: Context, offer: Offer, doer: Doer): Promise<RouteReply<typeof offerReleaseBundle>> {
  const { db, storage } = context;
  const { actor } = doer;
  authorise(actor, 'deploy', releaseBundleResource(offer.name, offer.version));
  // Before anything is kept: who sends what cannot be taken must not hold up a recall.
  if (!(await storage.findTrusted(offer.keyFingerprint))) throw untrusted(offer.keyFingerprint);
  await requireSigner(db, offer.keyFingerprint);
  // Before it is looked whether the bundle is here, so that no earlier recall takes it away after that.
  if (!offer.dryRun) {
    await db.transaction().execute((tx) => takeOrder(tx, offer, 'sent', offer));
    await noteArrival(db, offer);
  }
  if (isPresent(await selectReleaseBundle(db, offer.name, offer.version), offer.manifestSha256)) return { state: 'present', have: [] };
  const missing = await storage.missingRepositories(offer.repositories, actor);
  const names = missing.map(({ key }) => key).join(', ');
  if (missing.length > 0 && !offer.createRepositories) throw new AppError(distributionWords.target_repositories_missing, { names });
  if (missing.length > 0 && (!actor.administrator || actor.scope)) throw new AppError(sharedWords.creating_needs_administrator, { names });
  if (offer.dryRun) return { state: 'wanted', have: [] };
  // Whose bundles are accepted as such is not asked for more because the first one comes.
  await storage.ensureRepository(releaseBundleRepositoryKey, actor.realm === 'deployment' ? { ...doer, actor: { ...actor, administrator: true } } : doer);
  await storage.createRepositories(missing, doer);
  return { state: 'wanted', have: [...(await storage.incoming(makeStore(offer)))] };
}

/** @throws AppError `invalid_input` */
export function parseManifest(text: string, place?: Place): ReleaseBundleManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError(distributionWords.manifest_is_no_json);
  }
  const parsed = ReleaseBundleManifest.safeParse(value);
  if (!parsed.success)
    throw new AppError(distributionWords.manifest_part_invalid, {
      path: String(parsed.error.issues[0]?.path.join('.')),
      problem: String(parsed.error.issues[0]?.message),
    });
  if (place && (parsed.data.name !== place.name || parsed.data.version !== place.version))
    throw new AppError(distributionWords.manifest_of_other_bundle, { name: parsed.data.name, version: parsed.data.version });
  const places = new Set(parsed.data.files.map(({ repository, path }) => `${repository}/${path}`));
  if (places.size !== parsed.data.files.length) throw new AppError(distributionWords.manifest_place_twice);
  return parsed.data;
}

interface Attempt {
  manifest: ReleaseBundleManifest;
  sha256: string;
  /** Name of the key. */
  signer: string;
  /** Nobody tried before, so that what is refused now is not visible in parts. */
  isFirst: boolean;
}

export type Signed = z.output<typeof SignedManifest>;

/** Writes down what is to become visible, so that whatever happens then, its files have an owner. False when that was done before. @throws AppError `version_exists`, `conflict` */
function expectReleaseBundle({ db, storage }: Context, manifest: ReleaseBundleManifest, signed: Signed, fingerprint: string, doer: Doer): Promise<boolean> {
  const sha256 = computeSha256(signed.manifest);
  return db.transaction().execute(async (tx) => {
    await takeOrder(tx, manifest, 'sent', { manifestSha256: sha256, orderedAt: signed.orderedAt });
    await holdPlaces(tx, 'receiver');
    const row = await insertReleaseBundle(tx, {
      name: manifest.name,
      version: manifest.version,
      type: 'target',
      state: 'SIGNED',
      incoming: true,
      description: manifest.description,
      notes_syntax: manifest.releaseNotes.syntax,
      notes: manifest.releaseNotes.content,
      storing_repository: releaseBundleRepositoryKey,
      files: manifest.files.length,
      bytes: manifest.files.reduce((sum, { size }) => sum + size, 0),
      manifest: signed.manifest,
      manifest_sha256: sha256,
      signature: signed.signature,
      key_fingerprint: fingerprint,
      signed_by: manifest.signedBy,
      signed_at: new Date(manifest.signedAt),
      created_by: doer.actor.name,
    });
    // Sent twice at the same moment, or again after an interruption: then it is known what was here before.
    if (!row) {
      isPresent(await selectReleaseBundle(tx, manifest.name, manifest.version), sha256);
      return false;
    }
    const standing = await storage.standing(manifest.files);
    const files = manifest.files.map((file) => ({
      ...file,
      source_repository: file.repository,
      source_path: file.path,
      brought: !standing.has(`${file.repository}/${file.path}`),
    }));
    await replaceFiles(tx, row.id, files);
    return true;
  });
}

/**
 * Makes visible what was written down. The row is held meanwhile, so that nobody takes it away.
 * Answers why not; what is refused for good is not expected any longer.
 */
function publishExpected(context: Context, { manifest, sha256, signer, isFirst }: Attempt, doer: Doer): Promise<AppError | undefined> {
  const { db, storage } = context;
  const { name, version, files } = manifest;
  return db.transaction().execute(async (tx) => {
    const row = await lockReleaseBundle(tx, name, version);
    if (!row) return new AppError(distributionWords.bundle_deleted_meanwhile, { name, version });
    if (isPresent(row, sha256)) return undefined;
    try {
      await storage.publish(makeStore(row), files, doer.actor);
    } catch (error) {
      // Of anything else it is not certain that nothing became visible.
      if (!(error instanceof AppError) || !isFirst) throw error;
      await deleteReleaseBundleRow(tx, row.id);
      return error;
    }
    await updateReleaseBundle(tx, row.id, { incoming: false });
    await announce(context, tx, 'received', row, { by: doer.actor.name });
    await audit(context, tx, doer, 'release-bundle.received', `${name}/${version}`, { after: { files: files.length, key: signer } });
    return undefined;
  });
}

/** The trusted key that signed exactly this text. @throws AppError `forbidden` */
export async function needSigner(
  { db, storage }: Context,
  { name, version }: Place,
  { manifest, signature }: Signed,
): Promise<{ name: string; fingerprint: string }> {
  const signer = await storage.signerOf(manifest, signature);
  if (!signer) throw new AppError(distributionWords.bundle_signature_untrusted, { name, version });
  await requireSigner(db, signer.fingerprint);
  return signer;
}

/**
 * Takes a bundle whose files have all come in: the signature is that of a trusted key, over exactly this text; then all files become
 * visible at once. @throws AppError `forbidden` (nobody known signed it), `conflict` (files are missing), `checksum_mismatch`, `unavailable` (too many at once) …
 */
export async function receiveReleaseBundle(context: Context, place: Place, signed: Signed, doer: Doer): Promise<void> {
  const { db } = context;
  authorise(doer.actor, 'deploy', releaseBundleResource(place.name, place.version));
  const sha256 = computeSha256(signed.manifest);
  if (isPresent(await selectReleaseBundle(db, place.name, place.version), sha256)) return;
  const signer = await needSigner(context, place, signed);
  const manifest = parseManifest(signed.manifest, place);
  await noteArrival(db, place);
  const refusal = await inTurn(context, async () => {
    const isFirst = await expectReleaseBundle(context, manifest, signed, signer.fingerprint, doer);
    return publishExpected(context, { manifest, sha256, signer: signer.name, isFirst }, doer);
  });
  if (refusal) throw refusal;
}
