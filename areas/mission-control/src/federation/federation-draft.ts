import type { Federation, FederationInput } from '@packhouse/contract/mission-control/federation-routes.ts';
import type { z } from 'zod';
import type { FederationEvent } from './federation-bus.ts';
import { isSingle } from './pattern-field.tsx';

/** A federation as the form has it. */
export interface FederationDraft {
  mode: 'star' | 'mesh';
  source: string | undefined;
  targets: string[];
  entityTypes: FederationInput['entityTypes'];
  single: boolean;
  include: string[];
  exclude: string[];
  adopt: boolean;
  adoptAdministrators: boolean;
  forward: boolean;
  passwords: boolean;
  copies: 'keep' | 'disable' | 'delete';
}

export const newDraft = (mode: 'star' | 'mesh'): FederationDraft => ({
  mode,
  source: undefined,
  targets: [],
  entityTypes: ['USERS', 'GROUPS', 'PERMISSIONS'],
  single: false,
  include: [],
  exclude: [],
  adopt: true,
  adoptAdministrators: false,
  forward: false,
  passwords: true,
  copies: 'keep',
});

export const makeDraft = ({
  mode,
  source,
  targets,
  entityTypes,
  permissionsFilter,
  adopt,
  adoptAdministrators,
  forward,
  passwords,
}: Federation): FederationDraft => ({
  mode,
  source: source.id,
  targets: targets.map(({ id }) => id),
  entityTypes,
  single: isSingle(permissionsFilter),
  include: permissionsFilter.include,
  exclude: permissionsFilter.exclude,
  adopt,
  adoptAdministrators,
  forward,
  passwords,
  copies: 'keep',
});

export function getBody({ source, single, include, exclude, ...draft }: FederationDraft, id: string | undefined): z.input<typeof FederationInput> {
  return { ...draft, ...(id === undefined ? {} : { id }), source: source ?? '', permissionsFilter: { single, include, exclude } };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What the console is told of a change, each on the change of its name. */
export function findEvents(before: FederationDraft, after: FederationDraft): FederationEvent[] {
  const sends = (draft: FederationDraft) => draft.entityTypes.includes('PERMISSIONS');
  return [
    ...(same(before.entityTypes, after.entityTypes) ? [] : (['entities-updated'] as const)),
    ...(sends(before) === sends(after) ? [] : (['permissions-updated'] as const)),
    ...(same([before.include, before.exclude], [after.include, after.exclude]) ? [] : (['permissions-pattern-updated'] as const)),
    ...(same([before.source, before.targets], [after.source, after.targets]) ? [] : (['targets-updated'] as const)),
    ...(before.mode === after.mode ? [] : (['topology-updated'] as const)),
  ];
}
