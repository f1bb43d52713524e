import type { ErrorEnvelope } from '@packhouse/contract/errors.ts';
import { consoleHeader, prefixes } from '@packhouse/contract/prefixes.ts';
import { words } from '@packhouse/ui/core.ts';
import { t } from './scans-words.ts';

/** The service reads no larger ones. */
const largest = 32 * 1024 ** 2;

/** How files of a bill's kind are called; undefined for what is none. */
function getEnding(text: string): string | undefined {
  try {
    const { bomFormat, spdxVersion } = (JSON.parse(text) ?? {}) as { bomFormat?: unknown; spdxVersion?: unknown };
    if (bomFormat === 'CycloneDX') return '.cdx.json';
    return typeof spdxVersion === 'string' && /^SPDX-2\.\d+$/.test(spdxVersion) ? '.spdx.json' : undefined;
  } catch {
    return undefined;
  }
}

async function readProblem(answer: Response): Promise<string> {
  const { errors } = ((await answer.json().catch(() => ({}))) ?? {}) as Partial<ErrorEnvelope>;
  const said = errors?.[0];
  return said === undefined ? t('billNotSent') : words().said(said);
}

/**
 * Stores a bill of materials in a repository of plain files, under a name by which it is known as one; gives that name.
 * @throws Error with words for people
 */
export async function uploadBill(repository: string, bill: File): Promise<string> {
  if (bill.size > largest) throw new Error(t('billTooLarge', { size: largest / 1024 ** 2 }));
  const ending = getEnding(await bill.text());
  if (ending === undefined) throw new Error(t('noBill', { name: bill.name }));
  const stem = bill.name.replace(/(?:\.(?:cdx|cyclonedx|spdx|sbom))?\.json$/i, '');
  const name = `${stem}${ending}`;
  const url = `${prefixes.repositories}/${encodeURIComponent(repository)}/${encodeURIComponent(name)}`;
  // Other bytes under a name would take the place of what is there.
  const { status } = await fetch(url, { method: 'HEAD' });
  if (status === 200) throw new Error(t('billThere', { name, repository }));
  const answer = await fetch(url, { method: 'PUT', body: bill, headers: { [consoleHeader]: '1', 'content-type': 'application/json' } });
  if (!answer.ok) throw new Error(await readProblem(answer));
  return name;
}
