import { availableParallelism, cpus, freemem, totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { Context } from '../context.ts';
import { selectLatestRuns } from './garbage-queries.ts';
import { storageSummary } from './storage-summary.ts';
import { selectConnections } from './usage-queries.ts';

export const metricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

interface Sample {
  name: string;
  help: string;
  value: number;
  labels?: Readonly<Record<string, string>>;
}

const escapeLabel = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

function renderLabels(labels: Sample['labels']): string {
  const pairs = Object.entries(labels ?? {}).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

/** https://prometheus.io/docs/specs/om/open_metrics_spec/ */
export function renderSamples(samples: readonly Sample[]): string {
  const lines: string[] = [];
  for (const [name, own] of Map.groupBy(samples, (sample) => sample.name)) {
    lines.push(`# HELP ${name} ${own[0]?.help}`, `# TYPE ${name} gauge`);
    for (const { labels, value } of own) lines.push(`${name}${renderLabels(labels)} ${value}`);
  }
  return `${lines.join('\n')}\n# EOF\n`;
}

/** How much of the processors' time went into work since the machine started. */
function readBusyShare(): number {
  let busy = 0;
  let whole = 0;
  for (const { times } of cpus()) {
    const sum = times.user + times.nice + times.sys + times.idle + times.irq;
    whole += sum;
    busy += sum - times.idle;
  }
  return whole === 0 ? 0 : busy / whole;
}

function readMachine(): Sample[] {
  const heap = getHeapStatistics();
  return [
    { name: 'sys_memory_used_bytes', help: 'Memory of the host in use', value: totalmem() - freemem() },
    { name: 'sys_memory_free_bytes', help: 'Free memory of the host', value: freemem() },
    { name: 'sys_cpu_ratio', help: 'Share of the processors of the host in use since it started', value: readBusyShare() },
    { name: 'jfrt_runtime_heap_maxmemory_bytes', help: 'Limit of the heap of the answering process', value: heap.heap_size_limit },
    { name: 'jfrt_runtime_heap_totalmemory_bytes', help: 'Heap of the answering process', value: heap.total_heap_size },
    { name: 'jfrt_runtime_heap_freememory_bytes', help: 'Unused part of that heap', value: heap.total_heap_size - heap.used_heap_size },
    { name: 'jfrt_runtime_heap_processors_total', help: 'Processors that can be used', value: availableParallelism() },
  ];
}

async function readStorage(context: Context): Promise<Sample[]> {
  const { store, files, bytes, blobBytes, repositories } = await storageSummary(context);
  const disk: Sample[] = store.disk
    ? [
        { name: 'app_disk_used_bytes', help: 'Bytes in use on the disk of the blob store', value: store.disk.total - store.disk.free },
        { name: 'app_disk_free_bytes', help: 'Free bytes on the disk of the blob store', value: store.disk.free },
      ]
    : [];
  const byClass = Map.groupBy(repositories, (one) => one.class);
  return [
    ...disk,
    { name: 'jfrt_storage_current_total_size_bytes', help: 'Bytes of the blob store', value: blobBytes },
    { name: 'jfrt_stg_summary_size_bytes', help: 'Bytes of all files', value: bytes },
    { name: 'jfrt_stg_summary_files_total', help: 'Files of all repositories', value: files },
    ...[...byClass].map(([type, own]) => ({ name: 'jfrt_repo_by_type_total', help: 'Repositories', labels: { type }, value: own.length })),
    ...repositories.flatMap((one): Sample[] => {
      const labels = { repo: one.key, type: one.class, package_type: one.format };
      return [
        { name: 'jfrt_stg_summary_repo_size_bytes', help: 'Bytes of a repository', labels, value: one.bytes },
        { name: 'jfrt_stg_summary_repo_files_total', help: 'Files of a repository', labels, value: one.files },
      ];
    }),
  ];
}

async function readDatabase(context: Context): Promise<Sample[]> {
  const { active, idle, most } = await selectConnections(context.db);
  return [
    { name: 'jfrt_db_connections_active_total', help: 'Connections to the database that work', value: active },
    { name: 'jfrt_db_connections_idle_total', help: 'Connections to the database that wait', value: idle },
    { name: 'jfrt_db_connections_max_active_total', help: 'Connections that the database takes', value: most },
  ];
}

async function readGarbage(context: Context): Promise<Sample[]> {
  const [last] = (await selectLatestRuns(context.db, 20)).filter((run) => run.finished_at !== null && !run.dry_run);
  if (!last?.finished_at) return [];
  return [
    {
      name: 'jfrt_artifacts_gc_duration_seconds',
      help: 'Time of the last garbage collection',
      value: (last.finished_at.getTime() - last.started_at.getTime()) / 1000,
    },
    { name: 'jfrt_artifacts_gc_binaries_total', help: 'Blobs that it removed', value: last.freed },
    { name: 'jfrt_artifacts_gc_size_cleaned_bytes', help: 'Bytes that it freed', value: last.freed_bytes },
  ];
}

/** Measurements under the names that dashboards know; what is not measured has no name here. */
export async function metricsText(context: Context): Promise<string> {
  const parts = await Promise.all([readStorage(context), readDatabase(context), readGarbage(context)]);
  return renderSamples([...readMachine(), ...parts.flat()]);
}
