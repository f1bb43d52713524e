import type { ErrorEnvelope } from '@packhouse/contract/errors.ts';
import { consoleHeader } from '@packhouse/contract/prefixes.ts';
import { largestVexDocument, type VexDocument, vexDocumentsPath } from '@packhouse/contract/scanning/vex-routes.ts';
import { words } from '@packhouse/ui/core.ts';
import { t } from './vex-words.ts';

export const largestInMegabytes = largestVexDocument / 1024 ** 2;

/** Sends a document as it is, so that it can be given out so. @throws Error with words for people */
export async function uploadVex(file: File, project: string): Promise<VexDocument> {
  if (file.size > largestVexDocument) throw new Error(t('tooLarge', { size: largestInMegabytes }));
  const url = project === '' ? vexDocumentsPath : `${vexDocumentsPath}?projectKey=${encodeURIComponent(project)}`;
  const answer = await fetch(url, { method: 'POST', body: file, headers: { [consoleHeader]: '1', 'content-type': 'application/json' } });
  const told = (await answer.json().catch(() => ({}))) as VexDocument & Partial<ErrorEnvelope>;
  if (answer.ok) return told;
  const said = told.errors?.[0];
  throw new Error(said === undefined ? t('notSent') : words().said(said));
}
