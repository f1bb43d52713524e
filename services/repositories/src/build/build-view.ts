import type * as contract from '@packhouse/contract/repositories/build-routes.ts';
import type { z } from 'zod';
import type { BuildDocument } from './build-document.ts';
import type { BuildRun } from './build-queries.ts';

type Run = z.output<typeof contract.BuildRun>;

/** One run in a list. */
export function runView(run: BuildRun): Run {
  return {
    name: run.name,
    number: run.number,
    started: run.startedAt.toISOString(),
    startedMillis: run.startedAt.getTime(),
    repository: run.repositoryKey,
    ...(run.agent ? { agent: run.agent } : {}),
    ...(isWebAddress(run.url) ? { url: run.url } : {}),
    ...(lastStatus(run) ? { status: lastStatus(run) } : {}),
    createdBy: run.createdBy,
  };
}

/** Build tools write what they like; only what a browser may open safely becomes a link. */
function isWebAddress(url: string | null): url is string {
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url);
}

function lastStatus(run: BuildRun): string | undefined {
  const status = run.statuses.at(-1)?.status;
  return typeof status === 'string' ? status : undefined;
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const defined = <Shape extends Record<string, unknown>>(shape: Shape) =>
  Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined && value !== null)) as Shape;

type Detail = z.output<typeof contract.Build>;

/** A run with all that its document says. */
export function buildView(run: BuildRun, document: BuildDocument): Detail {
  return {
    ...runView(run),
    modules: (document.modules ?? []).map((module) => ({
      name: module.id,
      ...defined({ type: text(module.type) }),
      artifacts: (module.artifacts ?? []).map((one) => ({
        name: one.name,
        ...defined({
          type: text(one.type),
          path: text(one.path),
          repository: text(one.originalDeploymentRepo),
          sha1: text(one.sha1),
          sha256: text(one.sha256),
        }),
      })),
      dependencies: (module.dependencies ?? []).map((one) => ({
        name: one.id,
        ...defined({ type: text(one.type), sha1: text(one.sha1), sha256: text(one.sha256) }),
        scopes: (one.scopes ?? []).filter((scope) => scope !== null),
      })),
    })),
    properties: Object.entries(document.properties ?? {})
      .map(([key, value]) => ({ key, value: typeof value === 'string' ? value : JSON.stringify(value) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1)),
    changes: readSource(document),
    promotions: run.statuses.map((status) =>
      defined({
        status: text(status.status) ?? '',
        comment: text(status.comment),
        repository: text(status.repository),
        at: text(status.timestamp),
        user: text(status.user) ?? text(status.ciUser),
      }),
    ),
  };
}

function readSource(document: BuildDocument): Detail['changes'] {
  const list = Array.isArray(document.vcs) ? (document.vcs as Record<string, unknown>[]) : [];
  return list.map((one) => defined({ url: text(one.url), revision: text(one.revision), branch: text(one.branch), message: text(one.message) }));
}
