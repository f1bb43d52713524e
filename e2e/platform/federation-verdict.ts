import { setTimeout } from 'node:timers/promises';
import { readGroup } from '@packhouse/contract/access/access-group-routes.ts';
import { listTokens } from '@packhouse/contract/access/access-token-routes.ts';
import { readUser } from '@packhouse/contract/access/access-user-routes.ts';
import { ApiError } from '@packhouse/contract/client.ts';
import type { Restriction } from './federation-changes.ts';
import type { FederationMember } from './federation-member.ts';

/** Everything shared, a line each, as whoever asks a member would see it. What never travels is left out. */
const picture = `
  select 'user ' || u.name || ' ' || u.email || ' ' || u.enabled || ' ' || u.administrator || ' in ' || coalesce((
    select string_agg(g.name, ',' order by g.name) from membership m join "group" g on g.id = m.group_id where m.user_id = u.id), '') as line
  from "user" u where u.name not in ('admin', 'anonymous')
  union all select 'group ' || name || ' ' || description || ' ' || administrator from "group"
  union all select 'permission ' || p.name || ' ' || coalesce((
    select string_agg(coalesce(u.name, g.name) || '=' || array_to_string(r.actions, '+'), ',' order by coalesce(u.name, g.name)) from permission_section s
    join permission_grant r on r.section_id = s.id left join "user" u on u.id = r.user_id left join "group" g on g.id = r.group_id
    where s.permission_id = p.id and coalesce(u.name, '') not in ('admin', 'anonymous')), '') from permission p
  union all select 'token ' || t.id || ' ' || u.name || ' ' || (t.revoked_at is not null) from access_token t join "user" u on u.id = t.user_id
    where u.name not in ('admin', 'anonymous')
  order by 1`;

async function readPicture(member: FederationMember): Promise<string[]> {
  return (await member.query<{ line: string }>(picture)).map(({ line }) => line);
}

/** Lines that one of them has and the other has not. */
function differ(one: readonly string[], other: readonly string[]): string[] {
  const [a, b] = [new Set(one), new Set(other)];
  return [...one.filter((line) => !b.has(line)).map((line) => `+ ${line}`), ...other.filter((line) => !a.has(line)).map((line) => `- ${line}`)];
}

/** Waits until all members hold the same; answers how much that is, and what differs in the end between the first and each other one. */
export async function waitUntilEqual(
  members: readonly FederationMember[],
  patience: number,
): Promise<{ lines: number; differing: string[]; milliseconds: number }> {
  const began = performance.now();
  for (;;) {
    const [first, ...others] = await Promise.all(members.map(readPicture));
    const differing = others.flatMap((one, index) => differ(first!, one).map((line) => `${members[index + 1]!.name}: ${line}`));
    const milliseconds = performance.now() - began;
    if (differing.length === 0 || milliseconds > patience) return { lines: first!.length, differing, milliseconds };
    await setTimeout(500);
  }
}

const isMissing = async (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === 404,
  );

async function isHeld(member: FederationMember, { what, subject }: Restriction): Promise<boolean> {
  if (what === 'deleted group') return isMissing(member.call(readGroup, { params: { name: subject } }));
  if (what === 'revoked') return (await member.answerTo(subject, listTokens.url)) === 401;
  const user = member.call(readUser, { params: { name: subject } });
  if (what === 'deleted user' || (await isMissing(user))) return isMissing(user);
  return (await user).status === 'disabled';
}

/** Restrictions that do not hold at a member, though they were acknowledged: whoever was deleted and is back, disabled and enabled, revoked and good. */
export async function findRisen(members: readonly FederationMember[], restrictions: readonly Restriction[]): Promise<string[]> {
  const risen: string[] = [];
  for (const member of members)
    for (const one of restrictions)
      if (!(await isHeld(member, one))) risen.push(`${one.what} ${one.subject.slice(0, 40)}, acknowledged by ${one.at.name}, is not so at ${member.name}`);
  return risen;
}
