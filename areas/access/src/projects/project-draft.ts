import type { NewProject, Project, ProjectChange } from '@packhouse/contract/access/access-project-routes.ts';
import type { z } from 'zod';

/** A project as its forms hold it. */
export interface ProjectDraft {
  key: string;
  name: string;
  description: string;
  manageMembers: boolean;
  manageResources: boolean;
  indexResources: boolean;
  /** In GB; null for any number. */
  quota: number | null;
  softLimit: boolean;
  quotaNotification: boolean;
}

const gigabyte = 1e9;

export const newDraft: ProjectDraft = {
  key: '',
  name: '',
  description: '',
  manageMembers: true,
  manageResources: true,
  indexResources: true,
  quota: null,
  softLimit: false,
  quotaNotification: true,
};

export function makeDraft({ key, name, description, privileges, quotaBytes, softLimit, quotaNotification }: Project): ProjectDraft {
  return { key, name, description, ...privileges, quota: quotaBytes === null ? null : quotaBytes / gigabyte, softLimit, quotaNotification };
}

function bounds({ manageMembers, manageResources, indexResources, quota, softLimit, quotaNotification }: ProjectDraft) {
  return {
    privileges: { manageMembers, manageResources, indexResources },
    quotaBytes: quota === null ? null : Math.round(quota * gigabyte),
    softLimit,
    quotaNotification,
  };
}

export function getInput(draft: ProjectDraft): z.input<typeof NewProject> {
  return { key: draft.key, name: draft.name, description: draft.description, ...bounds(draft) };
}

/** Gives what the form says; the bounds only where the caller may set them. */
export function makeChange(draft: ProjectDraft, mayBound: boolean): z.input<typeof ProjectChange> {
  return { name: draft.name, description: draft.description, ...(mayBound ? bounds(draft) : {}) };
}

const names: Record<string, string> = { quotaBytes: 'quota' };

/** The form's name of a field that the server complained about. */
export function getField(path: string): string {
  const [first = ''] = path.split('.');
  return names[first] ?? first;
}
