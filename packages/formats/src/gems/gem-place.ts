import type { Want } from '../format.ts';

/** What is said of the versions of one gem. */
export const infoWant = (name: string): Want => ({ kind: 'index', path: `info/${name}`, package: name, variant: 'info', freshness: 'metadata' });
