import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { Section } from '@packhouse/ui/core.ts';
import { type TreeRow, VirtualTree } from '@packhouse/ui/table/data.ts';
import { useState } from 'react';
import { t } from './demo-words.ts';
import { type Line, readLines, readRows } from './tree-rows.ts';
import './demo.css';

/** The tree of the kit, with what the session knows. */
export function TreePage() {
  const session = useSession();
  const lines = readLines(session, { services: t('services'), switches: t('switches'), groups: t('groups'), on: t('on'), off: t('off') });
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set([`/${t('services')}`]));
  const toggle = (row: TreeRow<Line>, expand: boolean) => {
    const next = new Set(unfolded);
    if (expand) next.add(row.id);
    else next.delete(row.id);
    setUnfolded(next);
  };
  return (
    <Section title={t('tree')}>
      <div className="demo-tree ph-card">
        <VirtualTree
          label={t('tree')}
          rows={readRows(lines, unfolded)}
          render={({ data }) => (
            <span className="demo-line">
              {data.name} <code className="ph-muted">{data.value}</code>
            </span>
          )}
          onToggle={toggle}
          onOpen={(row) => toggle(row, !row.expanded)}
          height="420px"
        />
      </div>
    </Section>
  );
}
