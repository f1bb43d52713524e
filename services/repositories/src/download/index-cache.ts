import { ForgetfulCache } from '@packhouse/limits/forgetful-cache.ts';
import type { Page } from '../reading/page.ts';

/**
 * Rendered listings, each under what it depends on besides its content (repository, want, base URL). An entry is good while its validator,
 * made of the revisions of everything that went into it, is the one of now.
 */
export interface IndexCache {
  get(key: string, validator: string): Page | undefined;
  set(key: string, validator: string, page: Page): void;
}

export function openIndexCache(maxBytes = 128 * 1024 * 1024): IndexCache {
  const pages = new ForgetfulCache<string, { validator: string; page: Page }>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    // A packed form comes later; a fifth is what text usually packs to.
    sizeCalculation: ({ page }, key) => Math.ceil(page.body.length * 1.2) + key.length + 500,
  });
  return {
    get(key, validator) {
      const entry = pages.get(key);
      return entry?.validator === validator ? entry.page : undefined;
    },
    set(key, validator, page) {
      pages.set(key, { validator, page });
    },
  };
}
