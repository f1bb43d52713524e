import type { ErrorEnvelope } from '@packhouse/contract/errors.ts';
import type { FastifyInstance } from 'fastify';
import { buildIndexingRoutes } from '../assembled/build-indexing-routes.ts';
import { buildScanRoutes } from '../build/build-scan-routes.ts';
import { clientEventRoutes } from '../client-event/client-event-routes.ts';
import type { Context } from '../context.ts';
import { compatibleExportRoute } from '../detail/export-routes.ts';
import { hintPulls } from '../git/git-pumps.ts';
import { componentCallRoutes } from '../graph/component-call-routes.ts';
import type { GraphReader } from '../graph/graph.ts';
import { graphRoutes } from '../graph/graph-routes.ts';
import { compatibleIgnoreRoutes } from '../ignore/ignore-routes.ts';
import { compatibleReportRoutes } from '../report/report-routes.ts';
import { compatibleRoutes } from '../summary/compatible-routes.ts';
import { indexingRoutes } from '../target/indexing-routes.ts';
import { compatibleViolationRoutes } from '../violation/compatible-violation-routes.ts';
import { settle } from '../violation/evaluation-job.ts';
import { compatibleGoverningRoutes } from '../violation/governing-routes.ts';

/** Existing clients of these calls read `error`; everybody else reads the envelope, which stays. */
function withError(payload: string): string {
  const answer = JSON.parse(payload) as Partial<ErrorEnvelope>;
  const [first] = answer.errors ?? [];
  return first ? JSON.stringify({ error: first.message, ...answer }) : payload;
}

/** The calls that existing clients make, with refusals in the words that these read. */
export function compatibleScope(app: FastifyInstance, context: Context, reader: GraphReader): void {
  // Loaded when the application is made ready; waiting for it here would begin the loading too early.
  void app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply, payload) => (reply.statusCode >= 400 && typeof payload === 'string' ? withError(payload) : payload));
    compatibleRoutes(scope, context);
    componentCallRoutes(scope, context);
    compatibleExportRoute(scope, context);
    buildScanRoutes(scope, context);
    await graphRoutes(scope, context, reader);
    compatibleIgnoreRoutes(scope, context, async () => {
      await settle(context);
      await hintPulls(context);
    });
    indexingRoutes(scope, context);
    buildIndexingRoutes(scope, context);
    compatibleGoverningRoutes(scope, context);
    compatibleViolationRoutes(scope, context);
    compatibleReportRoutes(scope, context);
    clientEventRoutes(scope, context);
  });
}
