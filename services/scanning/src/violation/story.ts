import type { RouteReply } from '@packhouse/contract/route.ts';
import type { readViolation } from '@packhouse/contract/scanning/violation-routes.ts';
import { selectLastAsked, selectRules } from '../ignore/ignore-queries.ts';
import type { Db } from '../schema.ts';
import { selectViolationEvents } from './violation-list-queries.ts';

type Story = Pick<RouteReply<typeof readViolation>, 'events' | 'asked'>;

/** What happened to a violation, by whom and why, and what was asked for it. */
export async function readStory(db: Db, id: number): Promise<Story> {
  const [events, asked] = await Promise.all([selectViolationEvents(db, id), selectLastAsked(db, id)]);
  const rules = new Map((await selectRules(db, [...new Set(events.flatMap(({ rule_id }) => rule_id ?? []))])).map((rule) => [rule.id, rule]));
  return {
    events: events.map(({ what, reason, at, rule_id }) => {
      const rule = rule_id === null ? undefined : rules.get(rule_id);
      const told = rule && { author: rule.author, notes: rule.notes, approved_by: rule.decided_by, ended_by: rule.deleted_by };
      return { what, reason, at: at.toISOString(), rule: told ?? null };
    }),
    asked: asked
      ? {
          id: asked.uuid,
          state: asked.state,
          author: asked.author,
          notes: asked.notes,
          decided_by: asked.decided_by,
          decision: asked.decision,
        }
      : null,
  };
}
