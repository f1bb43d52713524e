import { z } from 'zod';
import { isSha } from './fake-github.ts';
import type { FakeAnswer, FakeRepository, FakeRoute, FakeState } from './fake-vendor.ts';

/** How one of the two kinds of Bitbucket takes reports. */
interface ReportKind {
  state: FakeState;
  /** Path of a commit, with three groups: owner, repository, commit. */
  commit: string;
  scopes: readonly string[];
  report: z.ZodType;
  annotations: z.ZodType;
  /** The list within what is sent. */
  listOf(body: unknown): { path?: string | undefined; line?: number | undefined; said: string; severity?: string | undefined }[];
  within(parts: string[], work: (repository: FakeRepository) => FakeAnswer): FakeAnswer;
  missing: FakeAnswer;
}

/** Reports of code insights below a commit: one is made or replaced, taken away, and given annotations, which stay until it is taken away. */
function reportRoutes({ state, commit, scopes, report, annotations, listOf, within, missing }: ReportKind): FakeRoute[] {
  const at = `^${commit}/reports/([A-Za-z0-9._-]+)`;
  const find = (repository: FakeRepository, sha = '', key = '') =>
    state.reports.find((one) => one.repository === repository.id && one.sha === sha && one.key === key);
  return [
    {
      method: 'PUT',
      path: new RegExp(`${at}$`),
      scopes,
      body: report,
      answer: ({ parts, body }) =>
        within(parts, (repository) => {
          if (!isSha(parts[2])) return missing;
          const { title, details } = body as { title: string; details: string };
          const known = find(repository, parts[2], parts[3]);
          if (known) Object.assign(known, { title, details });
          else state.reports.push({ repository: repository.id, sha: parts[2]!, key: parts[3]!, title, details, annotations: [] });
          return { status: 200, body };
        }),
    },
    {
      method: 'DELETE',
      path: new RegExp(`${at}$`),
      scopes,
      answer: ({ parts }) =>
        within(parts, (repository) => {
          state.reports = state.reports.filter((one) => one !== find(repository, parts[2], parts[3]));
          return { status: 204 };
        }),
    },
    {
      method: 'POST',
      path: new RegExp(`${at}/annotations$`),
      scopes,
      body: annotations,
      answer: ({ parts, body }) =>
        within(parts, (repository) => {
          const known = find(repository, parts[2], parts[3]);
          if (!known) return missing;
          known.annotations.push(...listOf(body));
          return { status: 200, body: [] };
        }),
    },
  ];
}

const Data = z.array(z.strictObject({ title: z.string().max(450), type: z.string(), value: z.unknown() })).max(10);

const CloudReport = z.strictObject({
  type: z.literal('report'),
  title: z.string().min(1).max(450),
  details: z.string().min(1).max(2000),
  report_type: z.enum(['SECURITY', 'COVERAGE', 'TEST', 'BUG']),
  reporter: z.string().max(450).optional(),
  link: z.url().optional(),
  result: z.enum(['PASSED', 'FAILED', 'PENDING']),
  data: Data,
});
const CloudAnnotation = z.strictObject({
  type: z.literal('report_annotation'),
  external_id: z.string().max(450),
  annotation_type: z.enum(['VULNERABILITY', 'CODE_SMELL', 'BUG']),
  summary: z.string().min(1).max(450),
  severity: z.enum(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW']),
  path: z.string().max(1000).optional(),
  line: z.int().min(1).optional(),
});

const ServerReport = z.strictObject({
  title: z.string().min(1).max(450),
  details: z.string().max(2000).optional(),
  reporter: z.string().max(450).optional(),
  link: z.url().optional(),
  result: z.enum(['PASS', 'FAIL']),
  data: Data.max(6),
});
const ServerAnnotation = z.strictObject({
  externalId: z.string().max(450),
  type: z.enum(['VULNERABILITY', 'CODE_SMELL', 'BUG']),
  message: z.string().min(1).max(2000),
  severity: z.enum(['LOW', 'MEDIUM', 'HIGH']),
  path: z.string(),
  line: z.int().min(0),
});

type Common = Pick<ReportKind, 'state' | 'within' | 'missing'>;

export const cloudReportRoutes = (common: Common): FakeRoute[] =>
  reportRoutes({
    ...common,
    commit: '/repositories/([^/]+)/([^/]+)/commit/([0-9a-f]+)',
    scopes: ['repository'],
    report: CloudReport,
    annotations: z.array(CloudAnnotation).min(1).max(100),
    listOf: (body) => (body as z.output<typeof CloudAnnotation>[]).map(({ path, line, summary: said, severity }) => ({ path, line, said, severity })),
  });

export const serverReportRoutes = (common: Common): FakeRoute[] =>
  reportRoutes({
    ...common,
    commit: '/insights/latest/projects/([^/]+)/repos/([^/]+)/commits/([0-9a-f]+)',
    scopes: ['REPO_READ'],
    report: ServerReport,
    annotations: z.strictObject({ annotations: z.array(ServerAnnotation).min(1).max(1000) }),
    listOf: (body) =>
      (body as { annotations: z.output<typeof ServerAnnotation>[] }).annotations.map(({ path, line, message: said, severity }) => ({
        path,
        line,
        said,
        severity,
      })),
  });
