import type { BillFormat } from '@packhouse/contract/scanning/bill-routes.ts';
import { Button, downloadText } from '@packhouse/ui/core.ts';
import { notifyFailure } from './failure.tsx';

const kinds = { cyclonedx: { title: 'CycloneDX', ending: 'cdx.json' }, spdx: { title: 'SPDX', ending: 'spdx.json' } } as const;

/** Hands out what something consists of, in either of the formats that other programs read. */
export function BillDownloads({ file, get }: { file: string; get: (format: BillFormat) => Promise<unknown> }) {
  const name = file.replace(/[^A-Za-z0-9._-]+/g, '_');
  const save = async (format: BillFormat) => downloadText(`${name}.${kinds[format].ending}`, JSON.stringify(await get(format), null, 2));
  return (
    <span className="ph-page-subtitle">
      {(['cyclonedx', 'spdx'] as const).map((format) => (
        <Button key={format} size="small" icon="download" onClick={() => void save(format).catch((failure: Error) => notifyFailure(failure, name))}>
          {kinds[format].title}
        </Button>
      ))}
    </span>
  );
}
