import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { json, route } from '../route.ts';
import { severities } from '../severities.ts';
import { policyTypes } from './policy-types.ts';
import { SummaryIssue, SummaryLicence } from './scanning-compatible-routes.ts';
import { GraphVulnerability } from './scanning-graph-routes.ts';

const api = `${prefixes.scanning}/api`;
const provenBy = [proofs.buildScans, proofs.scanRequests];
const onlyReadable = 'of the files of a build those that the caller may read, as they were scanned; what is not stored here is judged by its name and version';
const compatible = { note: onlyReadable, provenBy };

const name = z.string().min(1).max(255);
const project = z.string().max(100).optional();
const inQuery = z.object({ build_name: name, build_number: name, projectKey: project, project });

export const summariseBuild = route('summariseBuild', {
  summary: 'What was found in the files of a build’s run',
  method: 'GET',
  url: `${api}/v2/summary/build`,
  access: 'visitor',
  query: inQuery,
  reply: z.object({ issues: z.array(SummaryIssue), errors: z.array(z.object({ error: z.string(), identifier: z.string() })) }),
  compatible,
});

export const readBuildDetails = route('readBuildDetails', {
  summary: 'The files of a build’s run, each with what was found in it',
  method: 'GET',
  url: `${api}/v1/details/build`,
  access: 'visitor',
  query: inQuery,
  reply: z.object({
    build_name: z.string(),
    build_number: z.string(),
    components: z.array(
      z.object({
        name: z.string(),
        sha1: z.string().optional(),
        sha256: z.string().optional(),
        issues: z.array(SummaryIssue),
        licenses: z.array(SummaryLicence),
      }),
    ),
    is_scan_completed: z.boolean(),
    error_details: z.string().optional(),
  }),
  compatible,
});

const BuildRef = z.object({ build_name: name, build_number: z.union([name, z.number()]).transform(String), project, rescan: z.boolean().default(false) });

export const scanBuild = route('scanBuild', {
  summary: 'Says whether a build’s run can be scanned; administrators may have its files read again',
  method: 'POST',
  url: `${api}/v2/ci/build`,
  access: 'user',
  body: BuildRef,
  status: 201,
  reply: json(z.object({ info: z.string() })),
  refusal: json(z.object({ info: z.string() })),
  compatible: {
    note: 'files are scanned when they come; where no policy could fail the build, `info` says so in the words that clients know',
    provenBy,
  },
});

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .catch('false')
  .transform((text) => text === 'true');
/** What a stored file of the build does wrong by a policy. */
const BuildViolation = GraphVulnerability.extend({
  type: z.enum(policyTypes),
  watch_name: z.string(),
  fail_build: z.boolean(),
  license_key: z.string().optional(),
  license_name: z.string().optional(),
  policies: z.array(z.object({ policy: z.string(), rule: z.string() })),
});
export type BuildViolation = z.output<typeof BuildViolation>;
const BuildScan = z.object({
  status: z.enum(['in progress', 'completed']),
  more_details_url: z.string(),
  fail_build: z.boolean(),
  violations: z.array(BuildViolation),
  vulnerabilities: z.array(GraphVulnerability).optional(),
  info: z.string(),
});
const result = {
  summary: 'What was found in the files of a build’s run; 202 while some of them are still being read',
  access: 'user',
  query: z.object({ include_vulnerabilities: flag, projectKey: project }),
  reply: json(BuildScan),
  compatible,
} as const;
export const readBuildScan = route('readBuildScan', {
  ...result,
  method: 'GET',
  url: `${api}/v2/ci/build/:name/:number`,
  params: z.object({ name, number: name }),
});
export const findBuildScan = route('findBuildScan', { ...result, method: 'POST', url: `${api}/v2/ci/build/scanResult`, body: BuildRef });

const BuildAlert = z.object({
  watch_name: z.string(),
  top_severity: z.enum(severities),
  created: z.iso.datetime(),
  issues: z.array(z.object({ severity: z.enum(severities), type: z.enum(policyTypes), summary: z.string(), created: z.iso.datetime() })),
});
export const scanBuildFormerly = route('scanBuildFormerly', {
  summary: 'The old scan of a build: an alert of every watch that finds something wrong with it',
  method: 'POST',
  url: `${prefixes.repositories}/api/xray/scanBuild`,
  access: 'user',
  body: z.object({ buildName: name, buildNumber: z.union([name, z.number()]).transform(String), project, context: z.string().max(1000).optional() }),
  reply: z.object({
    summary: z.object({ message: z.string(), total_alerts: z.int(), fail_build: z.boolean(), more_details_url: z.string() }),
    alerts: z.array(BuildAlert),
    licenses: z.array(SummaryLicence),
  }),
  compatible: { lacks: 'it does not wait until all files are read, and says so', provenBy: [proofs.buildScans] },
});
