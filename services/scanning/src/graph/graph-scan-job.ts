import type { Job } from '@packhouse/kernel/jobs/jobs.ts';
import type { Component } from '../component/component.ts';
import type { Context } from '../context.ts';
import { judgeComponents } from '../match/match-components.ts';
import { findPlaced } from './graph.ts';
import { beginScan, deleteEndedScans, finishScan } from './graph-scan-queries.ts';
import { mostFindings } from './judged-issues.ts';

export const graphScanJobName = 'scan-graph';
/** A scan that ends in a way nobody foresaw, or with the process, is tried so often. */
const mostAttempts = 3;

/** Something in a graph that cannot be asked about keeps its place. */
const nothing: Component = { ecosystem: '', distro: '', name: '', version: '', sourceName: '', sourceVersion: '', purl: '' };

/** Judges the components of a client's graph. */
export function graphScanJob(context: Context): Job<{ id: string }> {
  const { db, log } = context;
  return {
    name: graphScanJobName,
    async run({ id }) {
      const scan = await beginScan(db, id);
      if (!scan) return;
      const isHopeless = scan.attempts > mostAttempts;
      const components = isHopeless ? [] : scan.graph.ids.map((_, place) => findPlaced(scan.graph, place) ?? nothing);
      const findings = await judgeComponents(context, components, mostFindings);
      const hasFailed = isHopeless || findings.length > mostFindings;
      if (hasFailed) log.warn({ scan: id, attempts: scan.attempts, findings: findings.length }, 'the scan of a graph ended without a result');
      await finishScan(db, id, hasFailed ? { state: 'failed', findings: [] } : { state: 'completed', findings });
    },
  };
}

/** Forgets scans whose time is over. */
export function forgetScansJob({ db }: Context): Job {
  return { name: 'forget-graph-scans', cron: '17 * * * *', run: () => deleteEndedScans(db) };
}
