import type { Want } from '../format.ts';

/** What is said of the versions of one gem. */
export const infoWant = (name: string): Want => ({ kind: 'index', path: `info/${name}`, package: name, variant: 'info', freshness: 'metadata' });

/** What else an upstream says of the versions of one gem. https://guides.rubygems.org/rubygems-org-api/#gem-version-methods */
export const versionsWant = (name: string): Want => ({
  kind: 'index',
  path: `api/v1/versions/${name}.json`,
  package: name,
  variant: 'details',
  freshness: 'metadata',
});
