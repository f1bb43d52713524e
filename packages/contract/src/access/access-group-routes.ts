import { z } from 'zod';
import { getPage, PageQuery, Timestamp } from '../paging.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { Description, GroupName, UserName } from './access-names.ts';
import { DutyChange, KeptDuties } from './kept-rights.ts';
import { ManagedBy } from './managed-by.ts';

const groups = `${prefixes.consoleApi}/access/groups`;

export const Group = z.object({
  name: z.string(),
  description: z.string(),
  realm: z.string(),
  externalId: z.string(),
  realmAttributes: z.string().optional(),
  /** New users join by themselves. */
  autoJoin: z.boolean(),
  /** Its members are administrators. */
  administrator: z.boolean(),
  keptDuties: KeptDuties,
  memberCount: z.number().int(),
  createdAt: Timestamp,
  managedBy: ManagedBy.optional(),
});
export type Group = z.output<typeof Group>;

export const GroupDetails = Group.extend({ members: z.array(z.string()) });

const settings = {
  description: Description,
  externalId: z.string().trim().max(500),
  realmAttributes: z.string().trim().max(1000),
  autoJoin: z.boolean(),
  administrator: z.boolean(),
  keptDuties: DutyChange,
  members: z.array(UserName).max(10_000),
};

export const NewGroup = z.object({
  name: GroupName,
  description: settings.description.default(''),
  externalId: settings.externalId.default(''),
  realmAttributes: settings.realmAttributes.default(''),
  autoJoin: settings.autoJoin.default(false),
  administrator: settings.administrator.default(false),
  keptDuties: settings.keptDuties.default({}),
  members: settings.members.default([]),
});

/** This changes about a group; what is absent stays. `members` replaces the whole list. */
export const GroupChange = z.object(settings).partial();

const byName = z.object({ name: z.string().min(1).max(200) });

export const listGroups = route('listGroups', {
  summary: 'Groups by name, a page at a time',
  method: 'GET',
  url: groups,
  access: 'administrator',
  query: PageQuery,
  reply: getPage(Group),
});

export const createGroup = route('createGroup', {
  summary: 'Create a group',
  method: 'POST',
  url: groups,
  access: 'administrator',
  body: NewGroup,
  reply: GroupDetails,
  status: 201,
});

export const readGroup = route('readGroup', {
  summary: 'One group with its members',
  method: 'GET',
  url: `${groups}/:name`,
  access: 'administrator',
  params: byName,
  reply: GroupDetails,
});

export const updateGroup = route('updateGroup', {
  summary: 'Change a group',
  method: 'PUT',
  url: `${groups}/:name`,
  access: 'administrator',
  params: byName,
  body: GroupChange,
  reply: GroupDetails,
});

export const deleteGroup = route('deleteGroup', {
  summary: 'Delete a group; its members stay',
  method: 'DELETE',
  url: `${groups}/:name`,
  access: 'administrator',
  params: byName,
  reply: z.void(),
});
