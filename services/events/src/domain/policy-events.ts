import { z } from 'zod';
import { makeReader, type Reader } from './domain-event.ts';

const Violation = z.object({
  id: z.string(),
  severity: z.string(),
  type: z.string(),
  subject: z.string(),
  policy: z.string(),
  rule: z.string(),
  fixedVersions: z.array(z.string()),
  repository: z.string(),
  path: z.string(),
  package: z.string(),
  version: z.string(),
});
const Found = z.object({
  watch: z.string(),
  project: z.string().nullable(),
  severity: z.string(),
  /** All of them; of very many, the worst are named. */
  count: z.number(),
  violations: z.array(Violation),
});

/** What a watch found anew, in one message. */
export const policyReaders: Readonly<Record<string, Reader>> = {
  'violation.found': makeReader(Found, ({ watch, project, severity, count, violations }) => [
    {
      domain: 'policy',
      eventType: 'violation_found',
      subject: `watch ${watch}`,
      data: {
        watch_name: watch,
        ...(project === null ? {} : { project_key: project }),
        top_severity: severity,
        violation_count: count,
        issues: violations.map((one) => ({
          violation_id: one.id,
          severity: one.severity,
          type: one.type,
          issue_id: one.subject,
          policy_name: one.policy,
          rule_name: one.rule,
          fix_versions: one.fixedVersions,
          repo_key: one.repository,
          path: one.path,
          package: one.package,
          version: one.version,
        })),
      },
      place: { kind: 'none' },
    },
  ]),
};
