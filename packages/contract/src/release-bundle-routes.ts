import { z } from 'zod';
import { route } from './route.ts';

/** Answered by the distribution service, where there is one. */
export const releaseBundlesOfChecksum = route('releaseBundlesOfChecksum', {
  summary: 'Release bundles that contain a file with this SHA-256',
  method: 'GET',
  url: '/ui/api/v1/distribution/api/ui/release_bundle/checksum/:checksum',
  access: 'resource',
  params: z.object({ checksum: z.string().regex(/^[0-9a-f]{64}$/) }),
  query: z.object({ num_of_rows: z.coerce.number().int().min(1).max(100).default(20) }),
  reply: z.object({ data: z.object({ data: z.array(z.object({ name: z.string(), version: z.string() })) }) }),
});
