import { openDatabase } from '@packhouse/kernel/database/database.ts';
import { defineService } from '@packhouse/kernel/platform.ts';
import type { Peers } from '@packhouse/peers/peers.ts';
import type { FastifyInstance } from 'fastify';
import { dueSourcesJob, importJob } from './advisory/import-job.ts';
import { sourceRoutes } from './advisory/source-routes.ts';
import { assemblyFollower, followAllAssembliesJob, followAssembliesJob, queueFirstAssemblies } from './assembled/follow-assemblies.ts';
import { releaseBundleGate } from './assembled/release-bundle-gate.ts';
import { billRoutes } from './bill/bill-routes.ts';
import { judgeForOthers } from './build/judge-for-others.ts';
import { clientEventListRoutes, forgetEventsJob } from './client-event/client-event-routes.ts';
import { compatibleScope } from './compatible/compatible-scope.ts';
import type { Context } from './context.ts';
import { detailRoutes } from './detail/detail-routes.ts';
import { exportRoute } from './detail/export-routes.ts';
import { exceptionRoutes } from './exception/exception-routes.ts';
import { tellDecidersJob } from './exception/tell-deciders.ts';
import { coverageRoutes } from './gap/coverage-routes.ts';
import { kindsJob, queueKinds } from './gap/kinds-job.ts';
import { gitDeltaJob, gitUpkeepJob, hintPulls, listingPump, lookPump, pullFollower } from './git/git-pumps.ts';
import { gitRoutes } from './git/git-routes.ts';
import { leftHookPump, leftHookRoutes } from './git/left-hooks.ts';
import { openLocks } from './git-read/locks.ts';
import { gitViewRoutes } from './git-view/git-view-routes.ts';
import { pullRoutes } from './git-view/pull-routes.ts';
import { forgetScansJob, graphScanJob } from './graph/graph-scan-job.ts';
import { alertRoutes } from './ignore/alert-routes.ts';
import { expiredRulesJob } from './ignore/expiry.ts';
import { ignoreRoutes } from './ignore/ignore-routes.ts';
import { tellEndingJob } from './ignore/tell-askers.ts';
import { gitSupport } from './integration/git-support.ts';
import { integrationRoutes } from './integration/integration-routes.ts';
import { openLooks } from './inventory/looks.ts';
import { issueRoutes } from './issue/issue-routes.ts';
import { licenceRoutes } from './licence/licence-routes.ts';
import { ownLicenceRoutes } from './licence/own-licence-routes.ts';
import { advisoryDirectory } from './match/advisory-directory.ts';
import { up as scanningMigration } from './migrations/0001-scanning.ts';
import { up as ignoreRulesMigration } from './migrations/0002-ignore-rules.ts';
import { up as saidMigration } from './migrations/0003-said.ts';
import { up as graphScansMigration } from './migrations/0004-graph-scans.ts';
import { up as coverMigration } from './migrations/0005-sources-that-cover.ts';
import { up as knowledgeMigration } from './migrations/0006-own-knowledge.ts';
import { up as governanceMigration } from './migrations/0010-governance.ts';
import { up as judgedKnowledgeMigration } from './migrations/0011-judged-knowledge.ts';
import { up as judgedByTriggersMigration } from './migrations/0012-judged-by-triggers-alone.ts';
import { up as integrationsMigration } from './migrations/0013-integrations.ts';
import { up as gitMigration } from './migrations/0014-git.ts';
import { up as reportsMigration } from './migrations/0015-reports.ts';
import { up as pullRequestsMigration } from './migrations/0016-pull-requests.ts';
import { up as leftHooksMigration } from './migrations/0017-left-hooks.ts';
import { up as supportMigration } from './migrations/0019-support.ts';
import { up as talliesMigration } from './migrations/0020-violation-tallies.ts';
import { up as ownLicencesMigration } from './migrations/0021-own-licences.ts';
import { up as touchedWatchesMigration } from './migrations/0022-touched-watches.ts';
import { up as riskDueMigration } from './migrations/0023-risk-due.ts';
import { up as assembliesMigration } from './migrations/0024-assemblies.ts';
import { up as clientEventsMigration } from './migrations/0026-client-events.ts';
import { up as failingPullRequestsMigration } from './migrations/0027-failing-pull-requests.ts';
import { up as untoldMigration } from './migrations/0028-untold.ts';
import { up as rowsOfViolationsMigration } from './migrations/0029-rows-of-violations.ts';
import { up as issuesOfProjectsMigration } from './migrations/0030-issues-of-projects.ts';
import { up as expiredRulesMigration } from './migrations/0031-expired-rules.ts';
import { up as violationsByPlaceMigration } from './migrations/0032-violations-by-place.ts';
import { up as judgedWhenItFitsMigration } from './migrations/0033-judged-when-it-fits.ts';
import { up as licencesInsideMigration } from './migrations/0035-licences-inside.ts';
import { up as askedRulesMigration } from './migrations/0036-asked-rules.ts';
import { up as keptCoverageMigration } from './migrations/0037-kept-coverage.ts';
import { up as vexMigration } from './migrations/0038-vex.ts';
import { up as causesMigration } from './migrations/0040-causes.ts';
import { overviewRoutes } from './overview/overview-routes.ts';
import { dueReportsJob, forgetReportsJob, mailReportJob, reportJob } from './report/report-job.ts';
import { reportRoutes } from './report/report-routes.ts';
import { dueRisksJob, riskJob } from './risk/risk-job.ts';
import type { ScanningSchema } from './schema.ts';
import { openSentDocuments, type SentDocuments } from './sent/sent-documents.ts';
import { componentRoutes } from './summary/component-routes.ts';
import { countFindings, scanDirectory } from './summary/scan-directory.ts';
import { followAllJob, followJob, packageFollower, queueFirstLook } from './target/follow-job.ts';
import { queueReadAgain, readAgainJob } from './target/read-again.ts';
import { scanArchivesJob, scanJob } from './target/scan-job.ts';
import { vexRoutes } from './vex/vex-routes.ts';
import { evaluationJob, forgetViolationsJob, propertyFollower, repositoryFollower, settle } from './violation/evaluation-job.ts';
import { openGate } from './violation/gate.ts';
import { governingRoutes } from './violation/governing-routes.ts';
import { tallyActive } from './violation/tally-queries.ts';
import { mailViolationsJob, tellViolationsJob } from './violation/tell.ts';
import { violationRoutes } from './violation/violation-routes.ts';
import { whereRoute } from './where/where-route.ts';

/** What happens in turns or on request, in whichever process runs jobs. */
const jobs = [
  importJob,
  dueSourcesJob,
  riskJob,
  dueRisksJob,
  followJob,
  followAllJob,
  readAgainJob,
  followAssembliesJob,
  followAllAssembliesJob,
  scanJob,
  scanArchivesJob,
  graphScanJob,
  forgetScansJob,
  forgetEventsJob,
  evaluationJob,
  tellViolationsJob,
  forgetViolationsJob,
  mailViolationsJob,
  reportJob,
  dueReportsJob,
  forgetReportsJob,
  mailReportJob,
  gitUpkeepJob,
  gitDeltaJob,
  expiredRulesJob,
  tellDecidersJob,
  tellEndingJob,
  kindsJob,
];

/** Has everything looked at that was there before this service, or before this version of it. */
async function queueFirst(context: Context): Promise<void> {
  for (const queue of [queueFirstLook, queueReadAgain, queueFirstAssemblies, queueKinds]) await queue(context);
}

/** What is ignored, what people ask to have ignored, and what others say of vulnerabilities. */
async function ruleRoutes(app: FastifyInstance, context: Context, documents: SentDocuments): Promise<void> {
  const settleAll = async () => {
    await settle(context);
    await hintPulls(context);
  };
  ignoreRoutes(app, context, settleAll);
  alertRoutes(app, context, settleAll);
  exceptionRoutes(app, context, settleAll);
  await vexRoutes(app, context, settleAll, documents.vex);
}

/** Knows what packages consist of, and which of it is known to be vulnerable. */
export const scanningService = defineService<Peers>({
  name: 'scanning',
  wireName: 'xray',
  migrations: {
    '0001-scanning': { up: scanningMigration },
    '0002-ignore-rules': { up: ignoreRulesMigration },
    '0003-said': { up: saidMigration },
    '0004-graph-scans': { up: graphScansMigration },
    '0005-sources-that-cover': { up: coverMigration },
    '0006-own-knowledge': { up: knowledgeMigration },
    '0010-governance': { up: governanceMigration },
    '0011-judged-knowledge': { up: judgedKnowledgeMigration },
    '0012-judged-by-triggers-alone': { up: judgedByTriggersMigration },
    '0013-integrations': { up: integrationsMigration },
    '0014-git': { up: gitMigration },
    '0015-reports': { up: reportsMigration },
    '0016-pull-requests': { up: pullRequestsMigration },
    '0017-left-hooks': { up: leftHooksMigration },
    '0019-support': { up: supportMigration },
    '0020-violation-tallies': { up: talliesMigration },
    '0021-own-licences': { up: ownLicencesMigration, besideOlder: true },
    '0022-touched-watches': { up: touchedWatchesMigration },
    '0023-risk-due': { up: riskDueMigration, besideOlder: true },
    '0024-assemblies': { up: assembliesMigration },
    '0026-client-events': { up: clientEventsMigration, besideOlder: true },
    '0027-failing-pull-requests': { up: failingPullRequestsMigration, besideOlder: true },
    '0028-untold': { up: untoldMigration },
    '0029-rows-of-violations': { up: rowsOfViolationsMigration },
    '0030-issues-of-projects': { up: issuesOfProjectsMigration },
    '0031-expired-rules': { up: expiredRulesMigration, besideOlder: true },
    '0032-violations-by-place': { up: violationsByPlaceMigration },
    '0033-judged-when-it-fits': { up: judgedWhenItFitsMigration },
    '0035-licences-inside': { up: licencesInsideMigration },
    '0036-asked-rules': { up: askedRulesMigration },
    '0037-kept-coverage': { up: keptCoverageMigration },
    '0038-vex': { up: vexMigration },
    '0040-causes': { up: causesMigration, besideOlder: true },
  },
  async start(app, platform, peers) {
    const db = openDatabase<ScanningSchema>(platform.databaseUrl, 'scanning', { connections: 6 });
    const context: Context = { db, platform, peers, log: platform.logger('xray'), looks: openLooks() };
    await sourceRoutes(app, context);
    componentRoutes(app, context);
    detailRoutes(app, context);
    exportRoute(app, context);
    billRoutes(app, context);
    licenceRoutes(app, context);
    ownLicenceRoutes(app, context);
    issueRoutes(app, context);
    const documents = openSentDocuments();
    await ruleRoutes(app, context, documents);
    governingRoutes(app, context);
    violationRoutes(app, context);
    overviewRoutes(app, context);
    coverageRoutes(app, context);
    const gitScanning = gitSupport(platform.config);
    integrationRoutes(app, context, gitScanning);
    gitViewRoutes(app, context);
    pullRoutes(app, context);
    reportRoutes(app, context);
    await gitRoutes(app, context);
    leftHookRoutes(app, context);
    whereRoute(app, context);
    clientEventListRoutes(app, context);
    platform.pumps.register(listingPump(context, gitScanning.isOn));
    const locks = openLocks();
    platform.pumps.register(lookPump({ ...context, locks }, gitScanning.isOn));
    platform.pumps.register(leftHookPump(context));
    compatibleScope(app, context, documents);
    for (const job of jobs) platform.jobs.register(job(context));
    for (const follower of [packageFollower, repositoryFollower, propertyFollower, pullFollower, assemblyFollower])
      platform.followers.register(follower(context));
    await queueFirst(context);
    const { gate, close } = await openGate(context);
    return {
      offers: {
        scans: scanDirectory(context),
        countFindings: () => countFindings(context),
        countViolations: () => tallyActive(db),
        advisories: advisoryDirectory(context),
        gate,
        gitScanning: gitScanning.isOn,
        judge: judgeForOthers(context),
        admitReleaseBundle: releaseBundleGate(context),
      },
      async stop() {
        close();
        await Promise.all([context.looks.stop(), locks.stop(), documents.stop()]);
        await db.destroy();
      },
    };
  },
});
