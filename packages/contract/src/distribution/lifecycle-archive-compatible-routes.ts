// Archives of release bundles, and the word that marks a version, as existing clients ask for them.
import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route, stream } from '../route.ts';
import { LifecyclePlace, LifecycleWriting } from './lifecycle-compatible-routes.ts';

const provenBy = [proofs.bundleArchives];
const api = `${prefixes.lifecycle}/api/v2`;

/** '' takes the mark away. */
const ReleaseBundleTag = z.string().regex(/^[A-Za-z0-9._-]{0,128}$/);

export const tagLifecycleReleaseBundle = route('tagLifecycleReleaseBundle', {
  summary: 'Mark a version with a word, or take the mark away',
  method: 'PUT',
  url: `${api}/release_bundle/records/:name/:version/tag`,
  access: 'resource',
  params: LifecyclePlace,
  query: LifecycleWriting,
  body: z.strictObject({ tag: ReleaseBundleTag.default(''), exist: z.boolean().optional() }),
  reply: z.object({ tag: z.string() }),
  compatible: { provenBy },
});

const exportStatuses = ['IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;

export const exportLifecycleReleaseBundle = route('exportLifecycleReleaseBundle', {
  summary: 'Pack a signed version into an archive that another deployment imports',
  method: 'POST',
  url: `${api}/distribution/export/:name/:version`,
  access: 'resource',
  params: LifecyclePlace,
  query: LifecycleWriting,
  body: z.strictObject({ mappings: z.array(z.unknown()).nullish(), modifications: z.strictObject({ mappings: z.array(z.unknown()).nullish() }).nullish() }),
  reply: z.object({ status: z.enum(exportStatuses) }),
  status: 202,
  compatible: {
    provenBy,
    note: '202, with `async=false` 201 as clients expect it; it is done in the background; path mappings are refused: what is signed says where files go',
  },
});

export const readLifecycleExport = route('readLifecycleExport', {
  summary: 'How far the archive of a version is, and where it is then',
  method: 'GET',
  url: `${api}/distribution/export/status/:name/:version`,
  access: 'resource',
  params: LifecyclePlace,
  query: z.object({ async: z.enum(['true', 'false']).default('true'), project: z.string().max(2000).optional() }),
  reply: z.object({
    status: z.enum([...exportStatuses, 'NOT_TRIGGERED']),
    relative_download_url: z.string().optional(),
    download_url: z.string().optional(),
    message: z.string().optional(),
  }),
  compatible: { provenBy, note: '200, with `async=false` 201 as clients expect it' },
});

export const importReleaseBundle = route('importReleaseBundle', {
  summary: 'Take a release bundle from the archive that another deployment packed',
  method: 'POST',
  url: `${prefixes.repositories}/api/release/import/`,
  access: 'user',
  body: stream('application/octet-stream'),
  reply: z.object({ release_bundle_name: z.string(), release_bundle_version: z.string() }),
  status: 202,
  compatible: {
    provenBy,
    note: '202 once all of it is visible; only archives of this platform, whose signature is that of a trusted key; repositories that are missing are made where an administrator imports, and refused by name otherwise',
  },
});
