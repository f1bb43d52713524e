import { AppError } from '@packhouse/contract/errors.ts';
import * as contract from '@packhouse/contract/scanning/scanning-build-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { handle, publicBaseUrl } from '@packhouse/kernel/http/http.ts';
import type { BuildContents } from '@packhouse/peers/builds.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readJudgedBuild } from '../assembled/judged-assembly.ts';
import { selectJudgedBuilds } from '../assembly/assembly-queries.ts';
import type { Context } from '../context.ts';
import { requireScanningBuild } from '../ignore/ignore-rule.ts';
import { toSummaryIssue, toSummaryLicences } from '../summary/target-issues.ts';
import { rescan } from '../target/rescan.ts';
import { canFail, judgeBuild } from './build-judgement.ts';
import { type BuildPart, type BuildRef, countWaiting, findReadable, findTargets, needBuild, readParts, toVulnerabilities } from './build-scan.ts';

const toIssues = ({ issues, id, target }: BuildPart) =>
  issues.map((issue) => toSummaryIssue(issue, target ? `default/${target.repository}/${target.path}` : id));

/** Where the console shows a run. */
function readPage({ platform }: Context, request: FastifyRequest, { name, number, startedAt, repositoryKey }: BuildContents): string {
  const [build, run, repository] = [name, number, repositoryKey].map(encodeURIComponent);
  return `${publicBaseUrl(request, platform.config)}/ui/builds/${build}/${run}/${startedAt.getTime()}/published?buildRepo=${repository}`;
}

const toRef = (query: { build_name: string; build_number: string; project?: string | undefined; projectKey?: string | undefined }): BuildRef => ({
  name: query.build_name,
  number: query.build_number,
  projectKey: query.project || query.projectKey || undefined,
});

/** Clients know by these words whether any policy could fail a build, and whether it is judged at all. */
async function describeJudges({ db }: Context, { name, number, repositoryKey }: BuildContents, isJudged: boolean): Promise<string> {
  if (isJudged) return say(scanningWords.build_judged, { name, number }).message;
  const isLeftOut = (await selectJudgedBuilds(db)).get(repositoryKey)?.has(name) === false;
  return isLeftOut ? say(scanningWords.build_not_indexed, { name }).message : scanningWords.no_fail_build_policy.en;
}

function readingRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, contract.summariseBuild, async ({ query }, { actor }) => {
    const { name, number, projectKey } = toRef(query);
    const build = await context.peers.builds?.contents(actor, { name, number, projectKey });
    // The client of this call reads refusals out of a good answer.
    if (!build) return { issues: [], errors: [{ error: say(scanningWords.build_not_in_artifactory, { name, number }).message, identifier: name }] };
    return { issues: (await readParts(context, actor, build)).flatMap(toIssues), errors: [] };
  });
  handle(app, platform, contract.readBuildDetails, async ({ query }, { actor }) => {
    const build = await needBuild(context, actor, toRef(query));
    const parts = await readParts(context, actor, build);
    return {
      build_name: build.name,
      build_number: build.number,
      components: parts.map((part) => ({
        name: part.file.name,
        ...(part.file.sha1 === null ? {} : { sha1: part.file.sha1 }),
        // Of content that the caller may not read nothing is told but what the document of the build says.
        ...(part.target ? { sha256: part.target.sha256 } : {}),
        issues: toIssues(part),
        licenses: toSummaryLicences(part.licences, part.id),
      })),
      is_scan_completed: countWaiting(parts) === 0,
    };
  });
}

function resultRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  const answer = async (ref: BuildRef, wantsVulnerabilities: boolean, request: FastifyRequest, reply: FastifyReply) => {
    const build = await needBuild(context, request.actor, ref);
    const parts = await readParts(context, request.actor, build);
    const judged = await judgeBuild(context, request.actor, build);
    const isRunning = judged.isWaiting || countWaiting(parts) > 0;
    return reply.code(isRunning ? 202 : 200).send({
      status: isRunning ? 'in progress' : 'completed',
      more_details_url: readPage(context, request, build),
      fail_build: judged.failsBuild,
      violations: judged.violations,
      ...(wantsVulnerabilities ? { vulnerabilities: toVulnerabilities(build, parts) } : {}),
      info: await describeJudges(context, build, judged.canFail),
    });
  };
  handle(app, platform, contract.readBuildScan, async ({ params, query }, { request, reply }) =>
    answer({ ...params, projectKey: query.projectKey || undefined }, query.include_vulnerabilities, request, reply),
  );
  handle(app, platform, contract.findBuildScan, async ({ body, query }, { request, reply }) =>
    answer(toRef({ ...body, projectKey: query.projectKey }), query.include_vulnerabilities, request, reply),
  );
}

/** Serves scans of builds: what their files consist of, by scans of the files and by advisories about what is not stored here. */
export function buildScanRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  readingRoutes(app, context);
  resultRoutes(app, context);
  handle(app, platform, contract.scanBuild, async ({ body }, { actor, address, reply }) => {
    const ref = toRef(body);
    const build = await needBuild(context, actor, ref).catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
    // The command line asks again when it finds these words under this name.
    if (build instanceof AppError) return reply.code(build.status).send({ info: build.message });
    if (body.rescan) {
      requireScanningBuild(actor, ref.projectKey);
      const entry = { actor: actor.name, address, action: 'scan.requested', subject: `build ${ref.name}/${ref.number}` };
      await rescan(context, [...(await findTargets(context, actor, build)).values()], (tx) => platform.identity.audit(entry, tx));
    }
    const isJudged = await canFail(context, await readJudgedBuild(context, build), await findReadable(context, actor, build));
    return reply.code(201).send({ info: await describeJudges(context, build, isJudged) });
  });
  handle(app, platform, contract.scanBuildFormerly, async ({ body }, { actor, request }) => {
    const ref = { name: body.buildName, number: body.buildNumber, projectKey: body.project || undefined };
    const build = await needBuild(context, actor, ref);
    const parts = await readParts(context, actor, build);
    const { alerts, failsBuild } = await judgeBuild(context, actor, build);
    const values = { name: ref.name, number: ref.number, count: countWaiting(parts) };
    const said = alerts.length > 0 ? say(scanningWords.build_alerts_raised, { ...values, alerts: alerts.length }) : say(scanningWords.build_alerts, values);
    const licenses = parts.flatMap((part) => toSummaryLicences(part.licences, part.id));
    return {
      summary: { message: said.message, total_alerts: alerts.length, fail_build: failsBuild, more_details_url: readPage(context, request, build) },
      alerts,
      licenses,
    };
  });
}
