import { constants } from '@packhouse/contract/constants.ts';
import type { SupportBundle, SupportBundleService } from '@packhouse/contract/operations/support-routes.ts';

/** Milliseconds after the last creation until the list is asked again. */
export const refreshDelay = constants.supportBundleRefresh;

/** Bundles that are being asked for: what stands in the list for them, and how many of each service are under way. */
export interface Creations {
  placeholders: readonly SupportBundle[];
  underWay: Readonly<Partial<Record<SupportBundleService, number>>>;
}

export const noCreations: Creations = { placeholders: [], underWay: {} };

export type CreationStep = { type: 'begun'; placeholder: SupportBundle } | { type: 'ended'; service: SupportBundleService } | { type: 'settled' };

/** Counts creations by service; placeholders stay until all of them have ended and the list was asked again. */
export function creations(state: Creations, step: CreationStep): Creations {
  if (step.type === 'settled') return isUnderWay(state) ? state : { ...state, placeholders: [] };
  const service = step.type === 'begun' ? step.placeholder.service : step.service;
  const count = state.underWay[service] ?? 0;
  if (step.type === 'ended') return { ...state, underWay: { ...state.underWay, [service]: Math.max(0, count - 1) } };
  return { placeholders: [step.placeholder, ...state.placeholders], underWay: { ...state.underWay, [service]: count + 1 } };
}

export function isUnderWay({ underWay }: Creations): boolean {
  return Object.values(underWay).some((count) => count > 0);
}
