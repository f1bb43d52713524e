import { z } from 'zod';
import { proofs } from '../compatible-proofs.ts';
import { prefixes } from '../prefixes.ts';
import { json, route } from '../route.ts';
import { severities } from '../severities.ts';

const api = `${prefixes.scanning}/api/v1`;
const provenBy = [proofs.graphs, proofs.scanRequests];

/** A graph of components as clients send it: any depth, each node with what hangs on it. */
const GraphNode = z.looseObject({
  component_id: z.string(),
  licenses: z.array(z.string()).optional(),
  nodes: z.array(z.looseObject({ component_id: z.string() })).optional(),
});

/** A client says beside its graph where the result matters. */
const Context = z.object({
  /** Each one must be there. */
  watch: z.union([z.string(), z.array(z.string())]).optional(),
  project: z.string().max(100).optional(),
  projectKey: z.string().max(100).optional(),
  repo_path: z.string().max(2000).optional(),
  scan_type: z.enum(['dependency', 'binary']).optional(),
  tech: z.string().max(100).optional(),
  multi_scan_id: z.string().max(200).optional(),
  git_repo: z.string().max(2000).optional(),
});

const Begun = z.object({ scan_id: z.uuid() });

const begin = { method: 'POST', access: 'user', query: Context, status: 201, reply: Begun } as const;
const graph = {
  ...begin,
  summary: 'Has a graph of components judged by the advisories there are',
  body: json(GraphNode),
  compatible: {
    lacks: 'policies judge what is kept here, not graphs: `violations` is always empty',
    note:
      'up to 10 MB, 50,000 nodes and 100 levels; `watch`, `project` and `repo_path` must exist and be readable; ' +
      '`scan_type`, `tech`, `git_repo` and `multi_scan_id` say nothing that a result depends on; of a binary’s graph the ids and licences are read, not its checksums',
    provenBy,
  },
} as const;
export const scanGraph = route('scanGraph', { ...graph, url: `${api}/scan/graph` });
export const scanSourceGraph = route('scanSourceGraph', { ...graph, url: `${api}/sca/scan/graph` });

export const importBillOfMaterials = route('importBillOfMaterials', {
  ...begin,
  summary: 'Has the components of a CycloneDX document judged by the advisories there are',
  url: `${api}/scan/import`,
  query: z.object({ file_name: z.string().min(1).max(1000).default('document') }),
  body: json(z.looseObject({ bomFormat: z.literal('CycloneDX') })),
  compatible: {
    note: 'JSON, up to 10 MB and 50,000 components; they are judged by their package URLs, and called by their `bom-ref` in what is found, which is fetched like that of a graph',
    provenBy: [proofs.graphs],
  },
});

const Places = z.record(
  z.string(),
  z.object({
    fixed_versions: z.array(z.string()).optional(),
    /** Ways from the root to the component, at most 50. */
    impact_paths: z.array(z.array(z.object({ component_id: z.string() }))),
  }),
);

export const GraphVulnerability = z.object({
  issue_id: z.string(),
  summary: z.string(),
  severity: z.enum(severities),
  cves: z.array(
    z.object({
      cve: z.string().optional(),
      cvss_v2_score: z.string().optional(),
      cvss_v2_vector: z.string().optional(),
      cvss_v3_score: z.string().optional(),
      cvss_v3_vector: z.string().optional(),
      cwe: z.array(z.string()),
    }),
  ),
  components: Places,
  references: z.array(z.string()),
});
export type GraphVulnerability = z.output<typeof GraphVulnerability>;

export const ScanAnswer = z.object({
  scan_id: z.uuid(),
  status: z.enum(['in progress', 'completed', 'failed']),
  progress_percentage: z.int(),
  /** Why it failed. */
  error: z.string().optional(),
  /** The root. */
  component_id: z.string(),
  package_type: z.string().optional(),
  /** Policies judge what is kept here; nothing of a graph violates one. */
  violations: z.array(z.never()).optional(),
  vulnerabilities: z.array(GraphVulnerability).optional(),
  licenses: z
    .array(z.object({ license_key: z.string(), name: z.string(), components: Places, custom: z.boolean(), references: z.array(z.string()) }))
    .optional(),
  /** Components that no advisories can be asked about by their name. */
  unjudged: z.array(z.string()).optional(),
});
export type ScanAnswer = z.output<typeof ScanAnswer>;

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .catch('false')
  .transform((text) => text === 'true');
const read = {
  summary: 'What the scan of a graph has found; 202 while it runs',
  method: 'GET',
  access: 'user',
  params: z.object({ id: z.uuid() }),
  query: z.object({ include_vulnerabilities: flag, include_licenses: flag, projectKey: z.string().max(100).optional() }),
  reply: json(ScanAnswer),
  compatible: {
    note:
      'for a day, for who asked and for administrators; `unjudged` names components that no advisories can be asked about: the project itself, images, packages of distributions; ' +
      'licences are those that the graph tells of and those of packages stored here that the caller may read; rules that ignore findings are about stored files, not about graphs',
    provenBy,
  },
} as const;
export const readGraphScan = route('readGraphScan', { ...read, url: `${api}/scan/graph/:id` });
export const readSourceGraphScan = route('readSourceGraphScan', { ...read, url: `${api}/sca/scan/graph/:id` });
