import { z } from 'zod';
import { severities } from '../severities.ts';
import { IgnoredBy } from './ignored-by.ts';
import { policyTypes } from './policy-types.ts';

/** What breaks a rule of a policy, in one version or file. */
export const Violation = z.object({
  id: z.string(),
  severity: z.enum(severities),
  type: z.enum(policyTypes),
  /** What broke the rule: a vulnerability, a licence, a level of risk. */
  subject: z.string(),
  summary: z.string(),
  /** Components in which it is found, by name and version; the first of them. */
  components: z.array(z.object({ name: z.string(), version: z.string(), type: z.string() })),
  fixed_versions: z.array(z.string()),
  watch: z.string(),
  policy: z.string(),
  rule: z.string(),
  repository: z.string(),
  path: z.string(),
  packageId: z.string(),
  version: z.string(),
  created: z.iso.datetime(),
  /** It, or something else in it, keeps the file from being downloaded from then on. */
  blocks_from: z.iso.datetime().nullable(),
  fails_build: z.boolean(),
  ignored: IgnoredBy.omit({ own: true }).nullable(),
  may_ignore: z.boolean(),
});
export type Violation = z.output<typeof Violation>;
