import { createHash } from 'node:crypto';
import { largestManifest, manifestFormat, type ReleaseBundleManifest } from '@packhouse/contract/distribution/distribution-receive-routes.ts';
import type { ReleaseBundleFileRow, ReleaseBundleRow } from './release-bundle-queries.ts';

/** One text for one content: keys in order, no blanks. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`;
}

export const computeSha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The text that is signed. */
export function makeManifest(bundle: ReleaseBundleRow, files: readonly ReleaseBundleFileRow[], signed: { by: string; at: Date }): string {
  const manifest: ReleaseBundleManifest = {
    format: manifestFormat,
    name: bundle.name,
    version: bundle.version,
    description: bundle.description,
    releaseNotes: { syntax: bundle.notes_syntax, content: bundle.notes },
    createdBy: bundle.created_by,
    createdAt: bundle.created_at.toISOString(),
    signedBy: signed.by,
    signedAt: signed.at.toISOString(),
    files: files.map(({ repository, path, format, sha256, size, properties }) => ({ repository, path, format, sha256, size, properties })),
  };
  return canonical(manifest);
}

/** Bytes that a target takes with the signed manifest as text within JSON, and those of them that are left to the signature. */
const largestBody = 2 * largestManifest;
const signatureRoom = 16 * 1024;

/** False for a text that every target would refuse as too large. */
export const isSendable = (manifest: string) =>
  manifest.length <= largestManifest && Buffer.byteLength(JSON.stringify(manifest)) <= largestBody - signatureRoom;
