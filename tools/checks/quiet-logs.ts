import type { Finding } from './finding.ts';

const tests = /^e2e\/(clients|platform)\/.*\.ts$/;
const starts = /\bstartPackhouse\(/;
/** Either of these reads what the servers have logged. */
const reads = /\b(requireQuietLogs|findErrors)\(/;
const says = /logs(, which)? need not be quiet: \S/;

/** Whoever starts a platform for a test with clients also looks into its logs, where an error that no client notices is told, or says why not. */
export function checkQuietLogs(file: string, text: string): Finding[] {
  if (!tests.test(file) || !starts.test(text) || reads.test(text) || says.test(text)) return [];
  const message = "starts a platform and never looks into its logs: end with 'requireQuietLogs', or say in a comment 'its logs need not be quiet: ' and why";
  return [{ file, message }];
}
