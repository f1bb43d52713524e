import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';
import { severities } from '../severities.ts';

const compatible = { provenBy: [proofs.scanning] };

const api = `${prefixes.scanning}/api`;

export const pingXray = route('pingXray', {
  summary: 'Whether the scanning service answers',
  method: 'GET',
  url: `${api}/v1/system/ping`,
  tellsHealth: true,
  access: 'public',
  reply: z.object({ status: z.literal('pong') }),
  compatible,
});

export const getXraySystemVersion = route('getXraySystemVersion', {
  summary: 'The version that existing clients ask for before they use a call',
  method: 'GET',
  url: `${api}/v1/system/version`,
  access: 'visitor',
  reply: z.object({ xray_version: z.string(), xray_revision: z.string() }),
  compatible,
});

export const SummaryIssue = z.object({
  issue_id: z.string(),
  summary: z.string(),
  description: z.string(),
  issue_type: z.literal('security'),
  severity: z.enum(severities),
  provider: z.string(),
  cves: z.array(z.object({ cve: z.string(), cvss_v2: z.string().optional(), cvss_v3: z.string().optional(), cwe: z.array(z.string()) })),
  created: z.string(),
  impact_path: z.array(z.string()),
  components: z.array(z.object({ component_id: z.string(), fixed_versions: z.array(z.string()) })),
  component_physical_paths: z.array(z.string()),
});

export type SummaryIssue = z.output<typeof SummaryIssue>;

export const SummaryLicence = z.object({ name: z.string(), full_name: z.string(), more_info_url: z.array(z.string()), components: z.array(z.string()) });

const ArtifactSummary = z.object({
  general: z.object({ component_id: z.string(), name: z.string(), path: z.string(), pkg_type: z.string(), sha256: z.string() }),
  issues: z.array(SummaryIssue),
  licenses: z.array(SummaryLicence),
});
export type ArtifactSummary = z.output<typeof ArtifactSummary>;

const summary = {
  summary: 'What was found in some files, by SHA-256 or by path (`default/<repository>/<path>` or `<repository>/<path>`)',
  method: 'POST',
  access: 'visitor',
  body: z.object({ checksums: z.array(z.string().max(200)).max(200).default([]), paths: z.array(z.string().max(2000)).max(200).default([]) }),
  reply: z.object({ artifacts: z.array(ArtifactSummary), errors: z.array(z.object({ error: z.string(), identifier: z.string() })) }),
} as const;

export const summariseArtifacts = route('summariseArtifacts', { ...summary, url: `${api}/v1/summary/artifact`, compatible });
export const summariseArtifacts2 = route('summariseArtifacts2', { ...summary, url: `${api}/v2/summary/artifact`, compatible });

const mostComponents = 1000;

export const summariseComponents = route('summariseComponents', {
  summary: 'What advisories say of components, by their ids (`npm://left-pad:1.3.0`)',
  method: 'POST',
  url: `${api}/v1/summary/component`,
  access: 'user',
  body: z.object({ component_details: z.array(z.looseObject({ component_id: z.string().min(1).max(1000) })).max(mostComponents) }),
  reply: z.object({ artifacts: z.array(ArtifactSummary), errors: z.array(z.object({ error: z.string(), identifier: z.string() })) }),
  compatible: { note: 'up to 1000 at once; licences are those of packages stored here that the caller may read', provenBy: [proofs.componentCalls] },
});

const states = ['NOT_SUPPORTED', 'NOT_SCANNED', 'SCANNING', 'DONE', 'PARTIAL', 'FAILED'] as const;
const ScanStatus = z.object({ status: z.enum(states), time: z.string().optional() });
const notSupported = z.object({ status: z.literal('NOT_SUPPORTED') });

export const readArtifactStatus = route('readArtifactStatus', {
  summary: 'How far the scan of a file, or of what is in a folder, has come',
  method: 'POST',
  url: `${api}/v1/artifact/status`,
  access: 'visitor',
  body: z.object({ repo: z.string().min(1).max(100), path: z.string().min(1).max(1500) }),
  reply: z.object({
    overall: ScanStatus,
    details: z.object({
      sca: ScanStatus,
      contextual_analysis: notSupported,
      exposures: notSupported.extend({
        categories: z.object({ iac: notSupported, secrets: notSupported, services: notSupported, applications: notSupported }),
      }),
      violations: ScanStatus,
    }),
  }),
  compatible: {
    note: 'components and their advisories are what is scanned, and `violations` is as far where a watch looks at the file; all else is `NOT_SUPPORTED`',
    provenBy: [proofs.componentCalls],
  },
});

export const readEntitlement = route('readEntitlement', {
  summary: 'Whether a feature of a client can be used here',
  method: 'GET',
  url: `${api}/v1/entitlements/feature/:id`,
  access: 'user',
  params: z.object({ id: z.string().min(1).max(200) }),
  reply: z.object({ feature_id: z.string(), entitled: z.literal(false) }),
  compatible: {
    note: 'no: clients ask for contextual analysis, secrets, source code, curation and catalogues of models, none of which is here',
    provenBy: [proofs.componentCalls],
  },
});

export const reportScanUsage = route('reportScanUsage', {
  summary: 'Takes a client’s report of its use and throws it away',
  method: 'POST',
  url: `${api}/v1/usage/events/send`,
  access: 'user',
  body: z.array(z.looseObject({})).max(1000),
  reply: z.object({}),
  compatible: { note: 'answered and thrown away', provenBy: [proofs.componentCalls] },
});
