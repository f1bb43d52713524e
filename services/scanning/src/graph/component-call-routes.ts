import * as contract from '@packhouse/contract/scanning/scanning-compatible-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { toSummaryIssue, toSummaryLicences } from '../summary/target-issues.ts';
import { type JudgedComponent, judgeEach } from './judged-issues.ts';

function toSummary({ id, issues, licences }: JudgedComponent): contract.ArtifactSummary {
  const type = id.slice(0, id.indexOf(':'));
  return {
    general: { component_id: id, name: id.slice(type.length + 3), path: '', pkg_type: type, sha256: '' },
    issues: issues.map((issue) => toSummaryIssue(issue, id)),
    licenses: toSummaryLicences(licences, id),
  };
}

/** Serves what editors ask about single components, and about what can be used at all. */
export function componentCallRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, contract.summariseComponents, async ({ body }, { actor }) => {
    const ids = [...new Set(body.component_details.map(({ component_id }) => component_id))];
    const judged = await judgeEach(context, actor, ids);
    return {
      artifacts: [...judged.values()].map(toSummary),
      errors: ids.filter((id) => !judged.has(id)).map((identifier) => ({ error: scanningWords.component_not_judged.en, identifier })),
    };
  });
  // None of the features that clients ask for by an id is here.
  handle(app, platform, contract.readEntitlement, async ({ params }) => ({ feature_id: params.id, entitled: false as const }));
  handle(app, platform, contract.reportScanUsage, async () => ({}));
}
