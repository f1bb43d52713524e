import type { DistributionTarget, DistributionTargetChange, NewDistributionTarget } from '@packhouse/contract/distribution/distribution-target-routes.ts';
import type { z } from 'zod';

/** A target as the form holds it. */
export interface TargetDraft {
  name: string;
  url: string;
  token: string;
  site: string;
  city: string;
  country: string;
  allowPrivate: boolean;
}

export const newDraft: TargetDraft = { name: '', url: '', token: '', site: '', city: '', country: '', allowPrivate: false };

export function makeDraft({ name, url, site, city, country, allowPrivate }: DistributionTarget): TargetDraft {
  return { name, url, token: '', site, city, country, allowPrivate };
}

export function getBody(draft: TargetDraft): z.input<typeof NewDistributionTarget> {
  return { ...draft, url: draft.url.trim() };
}

/** Gives what is changed; a token that nobody typed is left alone. */
export function makeChange({ url, token, site, city, country, allowPrivate }: TargetDraft): z.input<typeof DistributionTargetChange> {
  return { url: url.trim(), site, city, country, allowPrivate, ...(token.trim() === '' ? {} : { token }) };
}
