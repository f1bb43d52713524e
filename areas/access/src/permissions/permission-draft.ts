import { PathPattern, type Permission, type PermissionChange, type PermissionInput } from '@packhouse/contract/access/access-permission-routes.ts';
import type { KeptAction } from '@packhouse/contract/access/kept-rights.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import type { z } from 'zod';

export type Action = Permission['sections'][number]['users'][number]['actions'][number];
export type ResourceType = Permission['sections'][number]['resourceType'];

/** Somebody and what they may do, as the matrix shows it. Without actions yet while they are being chosen. */
export interface PrincipalDraft {
  kind: 'user' | 'group';
  name: string;
  actions: readonly Action[];
  /** Rights that clients have set beside ours; they go back as they came. */
  keptActions?: readonly KeptAction[] | undefined;
}

/** One set of resources as the form holds it; patterns stand one a line. */
export interface SectionDraft {
  /** Tells the sections of a form apart while they come and go. */
  key: number;
  resourceType: ResourceType;
  names: readonly string[];
  include: string;
  exclude: string;
  principals: readonly PrincipalDraft[];
}

export interface PermissionDraft {
  name: string;
  description: string;
  sections: readonly SectionDraft[];
}

let lastKey = 0;

export function newSection(resourceType: ResourceType): SectionDraft {
  lastKey += 1;
  return { key: lastKey, resourceType, names: [], include: '', exclude: '', principals: [] };
}

export function newDraft(): PermissionDraft {
  return { name: '', description: '', sections: [newSection('repository')] };
}

export function makeDraft({ name, description, sections }: Permission): PermissionDraft {
  return {
    name,
    description,
    sections: sections.map((section, index) => ({
      key: -1 - index,
      resourceType: section.resourceType,
      names: section.names,
      include: section.include.join('\n'),
      exclude: section.exclude.join('\n'),
      principals: [...section.groups.map((one) => ({ ...one, kind: 'group' as const })), ...section.users.map((one) => ({ ...one, kind: 'user' as const }))],
    })),
  };
}

const readLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function findSection(draft: SectionDraft): z.input<typeof PermissionInput>['sections'] extends (infer Section)[] | undefined ? Section : never {
  const side = (kind: PrincipalDraft['kind']) =>
    draft.principals
      .filter((one) => one.kind === kind)
      .map(({ name, actions, keptActions }) => ({ name, actions: [...actions], ...(keptActions ? { keptActions: [...keptActions] } : {}) }));
  return {
    resourceType: draft.resourceType,
    names: [...draft.names],
    include: readLines(draft.include),
    exclude: readLines(draft.exclude),
    users: side('user'),
    groups: side('group'),
  };
}

/** The body that creates the permission. */
export function getInput({ name, description, sections }: PermissionDraft): z.input<typeof PermissionInput> {
  return { name, description, sections: sections.map(findSection) };
}

/** Only what was changed. */
export function makeChange(draft: PermissionDraft, before: PermissionDraft): z.input<typeof PermissionChange> {
  const now = getInput(draft);
  const then = getInput(before);
  return {
    ...(now.name === then.name ? {} : { name: now.name }),
    ...(now.description === then.description ? {} : { description: now.description ?? '' }),
    ...(JSON.stringify(now.sections) === JSON.stringify(then.sections) ? {} : { sections: now.sections ?? [] }),
  };
}

/** This is missing or wrong in a section before it is sent; `pattern` in the contract's words, in the reader's language. */
export type SectionProblem =
  | { kind: 'noNames' }
  | { kind: 'noPrincipals' }
  | { kind: 'noActions'; name: string }
  | { kind: 'pattern'; pattern: string; message: string };

export function sectionProblem(section: SectionDraft): SectionProblem | undefined {
  if (section.names.length === 0) return { kind: 'noNames' };
  for (const pattern of [...readLines(section.include), ...readLines(section.exclude)]) {
    const message = spokenProblem(PathPattern.safeParse(pattern));
    if (message !== undefined) return { kind: 'pattern', pattern, message };
  }
  if (section.principals.length === 0) return { kind: 'noPrincipals' };
  const idle = section.principals.find(({ actions, keptActions = [] }) => actions.length + keptActions.length === 0);
  return idle && { kind: 'noActions', name: idle.name };
}

/** The form's name of a field that the server complained about, and which section it means. */
export function getPlace(path: string): { field: string; section?: number } {
  const [field = '', index] = path.split('.');
  return field === 'sections' && index !== undefined ? { field, section: Number(index) } : { field };
}
