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

const SummaryIssue = z.object({
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

const ArtifactSummary = z.object({
  general: z.object({ component_id: z.string(), name: z.string(), path: z.string(), pkg_type: z.string(), sha256: z.string() }),
  issues: z.array(SummaryIssue),
  licenses: z.array(z.object({ name: z.string(), full_name: z.string(), more_info_url: z.array(z.string()), components: z.array(z.string()) })),
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
