import type { VendorName } from '@packhouse/contract/scanning/git-vendors.ts';
import { type Integration, IntegrationForm, NewIntegration } from '@packhouse/contract/scanning/integration-routes.ts';
import { rulesFor } from '@packhouse/ui/form/form.ts';
import type { z } from 'zod';

/** A connection as it stands in the form. */
export interface ConnectionDraft {
  integrationName: string;
  url: string;
  userName: string;
  token: string;
}

/** Where vendors are that everybody uses at one place. */
const usualUrls: Readonly<Record<string, string>> = { github: 'https://github.com', gitlab: 'https://gitlab.com', bitbucket_cloud: 'https://bitbucket.org' };

export const makeDraft = (vendorName: string, kept: Integration | undefined): ConnectionDraft =>
  kept
    ? { integrationName: kept.name, url: kept.url, userName: kept.userName, token: '' }
    : { integrationName: '', url: usualUrls[vendorName] ?? '', userName: '', token: '' };

export function getBody(draft: ConnectionDraft, vendorName: string, kept: Integration | undefined): z.input<typeof IntegrationForm> {
  return { ...draft, vendorName: vendorName as VendorName, integrationType: 'git', ...(kept ? { integrationKey: kept.key } : {}) };
}

/** The rules of a field; a connection that is kept has a token already, for its address. */
export const draftRules = (field: keyof ConnectionDraft, kept: Integration | undefined) =>
  kept ? rulesFor(IntegrationForm, field) : rulesFor(NewIntegration, field);

/** What a test is about: a connection that was tried stays tried only while these stay. */
export const testedPart = ({ url, userName, token }: ConnectionDraft): string => JSON.stringify([url, userName, token]);
