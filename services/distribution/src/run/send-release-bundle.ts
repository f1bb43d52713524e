import {
  incomingFilePath,
  incomingManifestPath,
  offerReleaseBundle,
  ReleaseBundleManifest,
  withdrawReleaseBundle,
} from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import { distributionWords } from '@packhouse/contract/distribution/distribution-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import type { Context } from '../context.ts';
import type { ReleaseBundleRow } from '../release-bundle/release-bundle-queries.ts';
import { askTarget, callTarget, isRefusedWith, type Reach, type TargetAnswer, targetError } from '../target/call-target.ts';

export interface Progress {
  files: number;
  bytes: number;
  /** `repository/path` of what is being sent. */
  current: string | null;
}

/** What is sent is what was signed, not what the tables say. @throws AppError `conflict` */
function signedPart(bundle: ReleaseBundleRow): {
  manifest: string;
  signature: string;
  sha256: string;
  fingerprint: string;
  files: ReleaseBundleManifest['files'];
} {
  const { manifest, signature, manifest_sha256: sha256, key_fingerprint: fingerprint } = bundle;
  if (manifest === null || signature === null || sha256 === null || fingerprint === null)
    throw new AppError(distributionWords.bundle_unsigned, { name: bundle.name, version: bundle.version });
  return { manifest, signature, sha256, fingerprint, files: ReleaseBundleManifest.parse(JSON.parse(manifest)).files };
}

interface Terms {
  createRepositories: boolean;
  dryRun: boolean;
  /** Of what is only tried out nothing is kept, so that it needs none. */
  orderedAt?: number;
}

/** Asks whether the target would take it. @throws AppError in the target's words */
export function offer(context: Context, bundle: ReleaseBundleRow, target: Reach, terms: Terms, signal?: AbortSignal) {
  const { files, sha256, fingerprint } = signedPart(bundle);
  const repositories = new Map(files.map(({ repository, format }) => [repository, { key: repository, format }]));
  const json = {
    name: bundle.name,
    version: bundle.version,
    manifestSha256: sha256,
    keyFingerprint: fingerprint,
    repositories: [...repositories.values()],
    ...terms,
  };
  const isLong = terms.createRepositories && !terms.dryRun;
  return askTarget(context, target, { method: 'POST', path: offerReleaseBundle.url, json, isLong, ...(signal ? { signal } : {}) }, offerReleaseBundle.reply);
}

type File = ReleaseBundleManifest['files'][number];

async function sendFile(context: Context, bundle: ReleaseBundleRow, target: Reach, file: File, signal: AbortSignal): Promise<void> {
  const path = incomingFilePath(bundle.name, bundle.version, file.sha256);
  const byChecksum = await callTarget(context, target, { method: 'PUT', path, headers: { 'x-checksum-deploy': 'true' }, signal });
  if (byChecksum.status === 201) return;
  if (byChecksum.status !== 404) throw targetError(target, byChecksum);
  const stream = await context.platform.blobs.open(file.sha256);
  try {
    const sent = await callTarget(context, target, { method: 'PUT', path, body: { stream, size: file.size }, signal });
    if (sent.status !== 201) throw targetError(target, sent);
  } finally {
    // A target that was never reached has read nothing.
    stream.destroy();
  }
}

/** Rounds in which a target may ask for files again that it has lost meanwhile. */
const mostRounds = 3;

interface Sending {
  createRepositories: boolean;
  orderedAt: number;
  report(progress: Progress): Promise<void>;
  /** Rejects when it shall not become visible any more. */
  requireCurrent(): Promise<void>;
  signal: AbortSignal;
}

/** Sends all that the target does not have, then the signed manifest, which makes it visible there. Going on after an interruption is the same call. */
export async function sendReleaseBundle(context: Context, bundle: ReleaseBundleRow, target: Reach, sending: Sending): Promise<void> {
  const { createRepositories, orderedAt, report, signal } = sending;
  const { manifest, signature, files } = signedPart(bundle);
  for (let round = 1; ; round++) {
    const { state, have } = await offer(context, bundle, target, { createRepositories, dryRun: false, orderedAt }, signal);
    const there = new Set(have);
    const progress: Progress = { files: 0, bytes: 0, current: null };
    if (state === 'present') return report({ files: files.length, bytes: bundle.bytes, current: null });
    for (const file of files) {
      signal.throwIfAborted();
      if (!there.has(file.sha256)) {
        await report({ ...progress, current: `${file.repository}/${file.path}` });
        await sendFile(context, bundle, target, file, signal);
        there.add(file.sha256);
      }
      progress.files++;
      progress.bytes += file.size;
    }
    await report(progress);
    const path = incomingManifestPath(bundle.name, bundle.version);
    await sending.requireCurrent();
    const answer = await callTarget(context, target, { method: 'POST', path, json: { manifest, signature, orderedAt }, isLong: true, signal });
    if (answer.status === 201) return;
    const refusal = targetError(target, answer);
    const isIncomplete = refusal.code === 'conflict' && Array.isArray((refusal.detail as { missing?: unknown } | undefined)?.missing);
    if (!isIncomplete || round === mostRounds) throw refusal;
  }
}

function withdrawal(bundle: ReleaseBundleRow, dryRun: boolean, orderedAt = 0) {
  const path = withdrawReleaseBundle.url.replace(':name', bundle.name).replace(':version', bundle.version);
  const query = new URLSearchParams({ manifestSha256: signedPart(bundle).sha256, dryRun: String(dryRun), orderedAt: String(orderedAt) });
  return { method: 'DELETE' as const, path: `${path}?${query}`, isLong: !dryRun };
}

/** What is not there is deleted, but only a deployment of this platform can say so of this very bundle: others know no such address. */
function requireGone({ name, version }: ReleaseBundleRow, target: Reach, answer: TargetAnswer): void {
  const isGone = answer.status === 204 || (answer.status === 404 && isRefusedWith(answer, 'not_found', { bundle: `${name}/${version}` }));
  if (!isGone) throw targetError(target, answer);
}

/** Has the target delete it, and refuse what was sent before that was ordered. */
export async function withdrawFrom(context: Context, bundle: ReleaseBundleRow, target: Reach, orderedAt: number, signal: AbortSignal): Promise<void> {
  requireGone(bundle, target, await callTarget(context, target, { ...withdrawal(bundle, false, orderedAt), signal }));
}

/** Whether the target would delete it. */
export async function probeWithdrawal(context: Context, bundle: ReleaseBundleRow, target: Reach): Promise<void> {
  requireGone(bundle, target, await callTarget(context, target, withdrawal(bundle, true)));
}
