import { z } from 'zod';
import { route } from '../route.ts';
import { formatIds } from './format-ids.ts';

const RepositoryInfo = z.object({
  repoKey: z.string(),
  repoType: z.enum(['distribution', 'local', 'remote']),
  /** Of local and remote repositories. */
  format: z.enum(formatIds).optional(),
  /** Bundles may be signed into it when nothing else is said. */
  isDefault: z.boolean(),
});
export type RepositoryInfo = z.output<typeof RepositoryInfo>;

export const listRepositoryInfo = route('listRepositoryInfo', {
  summary: 'All repositories of a type by key, as far as the caller may see them; distribution repositories are seen by everybody who is signed in',
  method: 'GET',
  url: '/ui/api/v1/ui/repositories/info',
  access: 'visitor',
  query: z.object({ type: z.enum(['distribution', 'local', 'remote']) }),
  reply: z.array(RepositoryInfo),
});
