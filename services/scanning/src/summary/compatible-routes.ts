import { getPackageId } from '@packhouse/contract/repositories/package-search.ts';
import * as contract from '@packhouse/contract/scanning/scanning-compatible-routes.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { interfaceVersions } from '@packhouse/contract/shell/service-names.ts';
import type { Actor } from '@packhouse/kernel/access/authorisation.ts';
import { handle } from '@packhouse/kernel/http/http.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { getLeadPath } from '../target/lead-path.ts';
import type { TargetRow } from '../target/target.ts';
import { readArtifactStatus } from './artifact-status.ts';
import { mayRead, readableRepositories } from './readable-targets.ts';
import { readTargetIssues, toSummaryIssue, toSummaryLicences } from './target-issues.ts';

/** Issues of one answer; what would exceed them has to be asked for by itself. */
const mostIssues = 20_000;
const tooMuch = scanningWords.too_much_asked.en;
const unknownArtifact = scanningWords.artifact_not_indexed.en;

/** `default/<repository>/<path>` or `<repository>/<path>`. */
function getPlaces(path: string): { repository: string; path: string }[] {
  const parts = path.split('/').filter(Boolean);
  const place = (from: number) => ({ repository: (parts[from] ?? '').replace(/-cache$/, ''), path: parts.slice(from + 1).join('/') });
  return parts[0] === 'default' ? [place(1), place(0)] : [place(0)];
}

/** The active issues of a file; undefined when there are more than may still be told of. */
async function readIssues(context: Context, target: TargetRow, most: number): Promise<contract.SummaryIssue[] | undefined> {
  const issues = await readTargetIssues(context, target, most);
  return issues?.map((issue) => toSummaryIssue(issue, `default/${target.repository}/${target.path}`));
}

function toSummary(target: TargetRow, issues: contract.ArtifactSummary['issues']): contract.ArtifactSummary {
  const componentId = `${getPackageId(target.format, target.package)}:${target.version}`;
  return {
    general: {
      component_id: componentId,
      name: componentId,
      path: `default/${target.repository}/${target.path}`,
      pkg_type: target.format,
      sha256: target.sha256,
    },
    issues,
    licenses: toSummaryLicences(target.licences, componentId),
  };
}

interface SummaryRequest {
  checksums: readonly string[];
  paths: readonly string[];
}

async function summarise(context: Context, actor: Actor, { checksums, paths }: SummaryRequest) {
  const repositories = await readableRepositories(context, actor);
  const targets = () => context.db.selectFrom('target').selectAll().orderBy('id').limit(50);
  const asked = [
    ...checksums.map((identifier) => ({ identifier, find: () => targets().where('sha256', '=', identifier.toLowerCase()).execute() })),
    ...paths.map((identifier) => ({
      identifier,
      find: async () =>
        (
          await Promise.all(
            getPlaces(identifier).map(({ repository, path }) =>
              targets()
                .where('repository', '=', repository)
                .where('path', '=', getLeadPath(repositories.get(repository)?.format, path))
                .execute(),
            ),
          )
        ).flat(),
    })),
  ];
  const artifacts: contract.ArtifactSummary[] = [];
  const errors: { error: string; identifier: string }[] = [];
  const told = new Set<number>();
  let left = mostIssues;
  for (const { identifier, find } of asked) {
    // What somebody may not read is answered like what is not there.
    const target = (await find()).find((one) => one.scanned_at !== null && mayRead(actor, repositories, one));
    if (!target) errors.push({ error: unknownArtifact, identifier });
    else if (!told.has(target.id)) {
      const issues = await readIssues(context, target, left);
      if (issues) {
        told.add(target.id);
        left -= issues.length;
        artifacts.push(toSummary(target, issues));
      } else errors.push({ error: tooMuch, identifier });
    }
  }
  return { artifacts, errors };
}

/** The calls that existing clients make. */
export function compatibleRoutes(app: FastifyInstance, context: Context): void {
  const { platform } = context;
  handle(app, platform, contract.pingXray, async () => ({ status: 'pong' as const }));
  handle(app, platform, contract.getXraySystemVersion, async () => ({ xray_version: interfaceVersions.xray, xray_revision: platform.version }));
  for (const route of [contract.summariseArtifacts, contract.summariseArtifacts2])
    handle(app, platform, route, async ({ body }, { actor }) => summarise(context, actor, body));
  handle(app, platform, contract.readArtifactStatus, async ({ body }, { actor }) => readArtifactStatus(context, actor, body));
}
