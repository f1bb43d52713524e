import type { Violation } from '@packhouse/contract/scanning/violation.ts';
import { listXrayViolations } from '@packhouse/contract/scanning/violation-routes.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { rankOf } from '../policy/judge-rules.ts';
import type { Db } from '../schema.ts';
import { selectViolationPage } from './page-queries.ts';
import { selectNamed, selectSubjects, type ViolationOrder } from './violation-list-queries.ts';
import { readFigures } from './violation-routes.ts';
import { listKeys, narrow, readReadable, toViolations } from './violation-view.ts';

const states = { Active: 'active', Ignored: 'ignored', All: 'all' } as const;

const orders: Readonly<Record<string, ViolationOrder['order']>> = { created: 'created', updated: 'created', watch_name: 'watch', package: 'package' };

/** Ranks that are as severe as a floor; all of them without one. */
const listRanks = (floor: (typeof severities)[number] | 'All Severities' | undefined) =>
  floor === undefined || floor === 'All Severities' ? undefined : severities.slice(0, rankOf(floor)).map(rankOf);

/** What a vulnerability may be called that goes by both of two ids, where both are given. */
async function selectBoth(db: Db, one: string | undefined, other: string | undefined): Promise<string[] | undefined> {
  const [first, second] = await Promise.all([selectSubjects(db, one), selectSubjects(db, other)]);
  return first && second ? first.filter((name) => second.includes(name)) : (first ?? second);
}

/** Violations, for existing clients. */
export function compatibleViolationRoutes(app: FastifyInstance, context: Context): void {
  const { platform, db } = context;
  handle(app, platform, listXrayViolations, async ({ query, body: { filters, pagination } }, { actor, request }) => {
    const repositories = await readReadable(context, actor, query.projectKey);
    const { artifacts } = filters.resources ?? {};
    const selection = await narrow(context, actor, repositories, {
      state: states[filters.violation_status ?? 'Active'],
      repositories: listKeys(actor, repositories, query.projectKey),
      ranks: listRanks(filters.min_severity),
      type: filters.violation_type,
      watch: filters.watch_name,
      subjects: await selectBoth(db, filters.issue_id, filters.cve_id),
      named: await selectNamed(db, filters.name_contains),
      since: filters.created_from,
      until: filters.created_until,
      places: artifacts?.length ? artifacts.map(({ repo, path }) => ({ repository: repo.replace(/-cache$/, ''), path })) : undefined,
    });
    const order = orders[pagination.order_by ?? 'severity'] ?? 'severity';
    const page = { order, direction: pagination.direction ?? ('asc' as const), limit: pagination.limit, offset: (pagination.offset - 1) * pagination.limit };
    const [{ rows }, figures] = await Promise.all([selectViolationPage(db, selection, page), readFigures(context, selection)]);
    const link = `${publicBaseUrl(request, platform.config)}/ui/security/violations`;
    const told = await toViolations(context, actor, repositories, rows);
    const count = figures.reduce(
      (all, { active, ignored }) => all + (selection.state === 'ignored' ? 0 : active) + (selection.state === 'active' ? 0 : ignored),
      0,
    );
    return { total_violations: count, violations: told.map((one) => toWire(one, link, filters.include_details)) };
  });
}

function toWire(one: Violation, link: string, isWhole: boolean) {
  const { ignored } = one;
  const policy = { policy: one.policy, rule: one.rule, is_blocking: one.blocks_from !== null, is_build_failed: one.fails_build, is_ignored: ignored !== null };
  return {
    violation_id: one.id,
    issue_id: one.subject,
    type: one.type,
    watch_name: one.watch,
    severity: one.severity,
    created: one.created,
    description: one.summary,
    summary: one.summary,
    infected_components: one.components.map(({ name, version, type }) => `${type.toLowerCase()}://${name}:${version}`),
    impact_artifacts: [`default/${one.repository}/${one.path}`],
    violation_details_url: `${link}/${one.id}`,
    ...(isWhole ? { infected_versions: one.components.map(({ version }) => version), fix_versions: one.fixed_versions, matched_policies: [policy] } : {}),
    ...(ignored
      ? {
          ignore_rule_info: {
            id: ignored.id,
            author: ignored.author,
            created: ignored.created,
            notes: ignored.notes,
            ...(ignored.expires_at ? { expires_at: ignored.expires_at } : {}),
            is_expired: false,
          },
        }
      : {}),
  };
}
