import { getCard, plainFormat } from '@packhouse/contract/repositories/format-ids.ts';
import type { ScanState } from '@packhouse/contract/scanning/scan-states.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';
import { type Said, say } from '@packhouse/contract/sentences.ts';
import type { LeadFile } from '@packhouse/peers/package-contents.ts';

/** Says what is to be done for a version: its file is read, or it is known what there is to know. */
export type Plan = { read: 'image' | 'archive' } | { state: Extract<ScanState, 'scanned' | 'not supported'>; said?: Said };

/** How a version is scanned, by what its format's card says. */
export function makePlan({ format, path }: Pick<LeadFile, 'format' | 'path'>): Plan {
  const { scanning } = getCard(format);
  if (!scanning) return { state: 'not supported', said: say(scanningWords.format_without_advisories, { format }) };
  const { reads, endings = [''], ecosystem, distributions } = scanning;
  const name = path.toLowerCase();
  if (format === plainFormat) return { read: 'archive' };
  if (reads && endings.some((ending) => name.endsWith(ending))) return { read: reads };
  if (distributions) return { state: 'not supported', said: say(scanningWords.distribution_unknown) };
  return ecosystem === undefined ? { state: 'not supported', said: say(scanningWords.archive_kind_unknown) } : { state: 'scanned' };
}

/** What nobody can judge of a package itself, whatever is found in it. */
export function listGaps({ format }: Pick<LeadFile, 'format'>): string[] {
  const { ecosystem, distributions, reads } = getCard(format).scanning ?? {};
  // Of a package of a distribution that is known only where it lies, and not by its bytes.
  if (ecosystem !== undefined || distributions !== undefined || reads === 'image' || format === plainFormat) return [];
  return [say(scanningWords.format_without_advisories, { format }).message];
}
