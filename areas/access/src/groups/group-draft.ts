import type { GroupChange, GroupDetails, NewGroup } from '@packhouse/contract/access/access-group-routes.ts';
import type { z } from 'zod';

/** A group as the form holds it. */
export interface GroupDraft {
  name: string;
  description: string;
  externalId: string;
  autoJoin: boolean;
  administrator: boolean;
  members: readonly string[];
}

export const newDraft: GroupDraft = { name: '', description: '', externalId: '', autoJoin: false, administrator: false, members: [] };

export function makeDraft({ name, description, externalId, autoJoin, administrator, members }: z.output<typeof GroupDetails>): GroupDraft {
  return { name, description, externalId, autoJoin, administrator, members };
}

export function getInput(draft: GroupDraft): z.input<typeof NewGroup> {
  return { ...draft, members: [...draft.members] };
}

/** Only what was changed, so that a list of members that nobody touched is not written over. */
export function makeChange(draft: GroupDraft, before: GroupDraft): z.input<typeof GroupChange> {
  const { name: _, members, ...rest } = draft;
  const changed = Object.fromEntries(Object.entries(rest).filter(([key, value]) => value !== before[key as keyof GroupDraft]));
  return { ...changed, ...(JSON.stringify(members) === JSON.stringify(before.members) ? {} : { members: [...members] }) };
}

/** The form's name of a field that the server complained about. */
export function getField(path: string): string {
  return path.split('.')[0] ?? '';
}
