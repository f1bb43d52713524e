import * as contract from '@packhouse/contract/scanning/git-repository-routes.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { needIntegration } from '../integration/integration-queries.ts';
import { chooseRepositories } from './choose-repositories.ts';
import { readCursor, spellCursor, toConnection, toRepository } from './git-view.ts';
import { needRepository, selectFigures, selectRepositories } from './git-view-queries.ts';

/** What a connection shows of its repositories, and which of them are scanned. */
export function gitViewRoutes(app: FastifyInstance, context: Context): void {
  const { db, platform } = context;

  handle(app, platform, contract.readVcsIntegration, async ({ params }) => {
    const row = await needIntegration(db, params.integrationId);
    return toConnection(row, await selectFigures(db, row.key));
  });

  handle(app, platform, contract.readGitRepository, async ({ params }) => toRepository(await needRepository(db, params)));

  handle(app, platform, contract.listGitRepositories, async ({ params, query }) => {
    const { key } = await needIntegration(db, params.integrationId);
    const { search, limit, after, selected } = query;
    const asked = { search, limit, after: readCursor(after), selected: selected === undefined ? undefined : selected === 'true' };
    const { rows, total } = await selectRepositories(db, key, asked);
    const page = rows.slice(0, limit);
    return { items: page.map(toRepository), total, next: rows.length > page.length ? spellCursor(page.at(-1)!) : null };
  });

  handle(app, platform, contract.selectGitRepositories, ({ params, body }, by) => chooseRepositories(context, params.integrationId, body, by));
}
