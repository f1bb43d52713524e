import type { Evidence } from '@packhouse/contract/repositories/evidence-routes.ts';
import { t } from './evidence-words.ts';

const categories = ['provenance', 'verification', 'sbom', 'test', 'scan', 'release', 'custom'] as const;

/** What sort of statement it is, in a word. */
export function nameCategory({ category }: Pick<Evidence, 'category'>): string {
  return t(categories.find((known) => known === category) ?? 'custom');
}
