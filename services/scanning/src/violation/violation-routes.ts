import type { Violation } from '@packhouse/contract/scanning/violation.ts';
import { listViolationGroups } from '@packhouse/contract/scanning/violation-group-routes.ts';
import * as contract from '@packhouse/contract/scanning/violation-routes.ts';
import { listWatchesOfIssue } from '@packhouse/contract/scanning/watch-routes.ts';
import { severities } from '@packhouse/contract/severities.ts';
import { handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { severityOf } from '../policy/judge-rules.ts';
import { countFacets } from './facet-queries.ts';
import { selectGroups } from './group-queries.ts';
import { ignoreOne, ignoreSeveral } from './ignore-violation.ts';
import { selectViolationPage } from './page-queries.ts';
import { findTally, tallyBySeverity, tallyFacets } from './tally-queries.ts';
import { countBySeverity, countByWatch, selectNamed, selectSubjects, selectViolationEvents, type ViolationSelection } from './violation-list-queries.ts';
import { listKeys, narrow, needViolation, readReadable, selectFor, toViolations } from './violation-view.ts';

/** How many fit: from figures that are kept, where they tell that apart, or else by counting. */
const readFigures = ({ db }: Pick<Context, 'db'>, selection: ViolationSelection) => {
  const tally = findTally(selection);
  return tally ? tallyBySeverity(db, selection, tally) : countBySeverity(db, selection);
};

/** Violations, for the console. */
export function violationRoutes(app: FastifyInstance, context: Context): void {
  const { platform, db } = context;
  handle(app, platform, contract.listViolations, async ({ query, body }, { actor }) => {
    const { selection, repositories } = await selectFor(context, actor, body);
    const { order_by: order, direction, num_of_rows: limit, after, before } = query;
    const page = { order, direction, limit, after, before, offset: (query.page_num - 1) * limit };
    const tally = findTally(selection);
    const [{ rows, next, previous }, figures, facets] = await Promise.all([
      selectViolationPage(db, selection, page),
      readFigures(context, selection),
      tally ? tallyFacets(db, selection, tally) : countFacets(db, selection),
    ]);
    const sum = (state: 'active' | 'ignored') => figures.reduce((all, one) => all + one[state], 0);
    const bySeverity = figures.map((one) => ({ severity: severityOf(one.rank), count: one[body.filter] })).filter(({ count }) => count > 0);
    return {
      data: await toViolations(context, actor, repositories, rows),
      total_count: sum(body.filter),
      next,
      previous,
      facets: { active: sum('active'), ignored: sum('ignored'), severities: bySeverity, ...facets },
    };
  });
  handle(app, platform, listViolationGroups, async ({ query, body }, { actor }) => {
    const { selection } = await selectFor(context, actor, body);
    return selectGroups(db, selection, query);
  });
  handle(app, platform, contract.readViolation, async ({ params }, { actor }) => {
    const { row, repositories } = await needViolation(context, actor, params.id);
    const [violation] = await toViolations(context, actor, repositories, [row]);
    const events = (await selectViolationEvents(db, row.id)).map(({ what, reason, at }) => ({ what, reason, at: at.toISOString() }));
    const state = row.state === 'closed' ? row.state : violation!.ignored ? ('ignored' as const) : ('active' as const);
    return { ...violation!, state, events };
  });
  handle(app, platform, contract.ignoreViolation, async ({ params, query, body }, by) => ({
    id: await ignoreOne(context, by, params.id, { ...body, once: query.ignore_once }),
  }));
  handle(app, platform, contract.ignoreAllViolations, async ({ query, body: { ids, filter, ...why } }, by) => ({
    ignored: await ignoreSeveral(context, by, { ids, filter }, { ...why, once: query.ignore_once }),
  }));
  handle(app, platform, listWatchesOfIssue, async ({ query }, { actor }) => {
    const { selection } = await selectFor(context, actor, { filter: 'active', subject: query.user_issue_id });
    const data = await countByWatch(db, selection);
    return { data, total_count: data.length };
  });
}

const ofWire = { security: 'security', license: 'license', licence: 'license', operational_risk: 'operational_risk' } as const;

/** Violations, for existing clients. */
export function compatibleViolationRoutes(app: FastifyInstance, context: Context): void {
  const { platform, db } = context;
  handle(app, platform, contract.listXrayViolations, async ({ query, body: { filters, pagination } }, { actor, request }) => {
    const repositories = await readReadable(context, actor, query.projectKey);
    const floor = severities.findIndex((one) => one.toLowerCase() === filters.min_severity?.toLowerCase());
    const [artifact] = filters.resources?.artifacts ?? [];
    const selection = await narrow(context, actor, repositories, {
      state: ({ Active: 'active', Ignored: 'ignored', All: 'all' } as const)[filters.violation_status ?? 'Active'],
      repositories: listKeys(actor, repositories, query.projectKey),
      ranks: floor < 0 ? undefined : severities.slice(0, floor + 1).map((_, index) => index + 1),
      type: ofWire[filters.violation_type?.toLowerCase() as keyof typeof ofWire],
      watch: filters.watch_name,
      subjects: await selectSubjects(db, filters.issue_id ?? filters.cve_id),
      named: await selectNamed(db, filters.name_contains),
      since: filters.created_from,
      until: filters.created_until,
      ...(artifact ? { place: { repository: artifact.repo, path: artifact.path } } : {}),
    });
    const order = pagination.order_by === 'created' ? ('created' as const) : ('severity' as const);
    const page = { order, direction: pagination.direction ?? ('asc' as const), limit: pagination.limit, offset: (pagination.offset - 1) * pagination.limit };
    const [{ rows }, figures] = await Promise.all([selectViolationPage(db, selection, page), readFigures(context, selection)]);
    const link = `${publicBaseUrl(request, platform.config)}/ui/security/violations`;
    const told = await toViolations(context, actor, repositories, rows);
    const count = figures.reduce(
      (all, { active, ignored }) => all + (selection.state === 'ignored' ? 0 : active) + (selection.state === 'active' ? 0 : ignored),
      0,
    );
    return { total_violations: count, violations: told.map((one) => toWire(one, link)) };
  });
}

function toWire(one: Violation, link: string) {
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
    infected_versions: one.components.map(({ version }) => version),
    fix_versions: one.fixed_versions,
    impact_artifacts: [`default/${one.repository}/${one.path}`],
    violation_details_url: `${link}/${one.id}`,
    matched_policies: [policy],
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
