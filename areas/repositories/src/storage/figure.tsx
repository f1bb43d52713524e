import type { ReactNode } from 'react';

/** One number of the summary. */
export function Figure({ title, value, note }: { title: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="storage-figure">
      <dt>{title}</dt>
      <dd>
        <strong>{value}</strong>
        {note && <span className="ph-muted">{note}</span>}
      </dd>
    </div>
  );
}
