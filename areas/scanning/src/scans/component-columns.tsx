import { Findings } from '@packhouse/console-kit/console-kit.ts';
import type { ComponentRow } from '@packhouse/contract/scanning/scanning-routes.ts';
import { FormatIcon, type StatusKind, StatusTag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import type { z } from 'zod';

/** A version with the state of its scan, as both lists of them show it. */
export type ScannedRow = z.output<typeof ComponentRow>;

const kinds: Record<ScannedRow['status'], StatusKind> = {
  'not scanned': 'neutral',
  'in progress': 'running',
  scanned: 'good',
  'scan failed': 'bad',
  'not supported': 'neutral',
};

/** The page of a version. */
export const versionPath = ({ component_id, version }: ScannedRow): string => `/packages/${encodeURIComponent(component_id)}/${encodeURIComponent(version)}`;

interface Words {
  readonly package: string;
  readonly version: string;
  readonly repository: string;
  readonly state: string;
  readonly findings: string;
  readonly noFindings: string;
  status(status: ScannedRow['status']): string;
}

/** The columns of scanned versions in the words of a page; `fact` stands beside the version on a narrow screen. */
export function componentColumns(words: Words, ids: { package: string; state: string }, fact: 'state' | 'findings'): Column<ScannedRow>[] {
  const asFact = (column: typeof fact) => (column === fact ? { card: 'fact' as const } : {});
  return [
    {
      id: ids.package,
      title: words.package,
      card: 'title',
      width: '34%',
      render: (row) => (
        <span className="scan-name">
          <FormatIcon format={row.package_type} size={16} />
          <Link to={versionPath(row)} className="ph-main-link">
            {row.name}
          </Link>
        </span>
      ),
    },
    { id: 'version', title: words.version, card: 'fact', width: '16%', render: ({ version }) => <span className="ph-mono">{version}</span> },
    { id: 'repository', title: words.repository, render: ({ repository }) => repository },
    {
      id: ids.state,
      title: words.state,
      width: '140px',
      ...asFact('state'),
      render: ({ status }) => <StatusTag kind={kinds[status]}>{words.status(status)}</StatusTag>,
    },
    {
      id: 'findings',
      title: words.findings,
      ...asFact('findings'),
      render: ({ vulnerabilities }) => <Findings counts={vulnerabilities} none={words.noFindings} />,
    },
  ];
}
