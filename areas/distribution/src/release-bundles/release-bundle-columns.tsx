import type { ReleaseBundleSummary } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { Bytes, formatNumber, RelativeTime } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { releaseBundlePath } from '../distribution-screens.ts';
import { t } from '../distribution-words.ts';
import { ProgressTag, StateTag } from './release-bundle-status.tsx';

export function releaseBundleColumns(): Column<ReleaseBundleSummary>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '26%',
      render: (bundle) => (
        <Link to={releaseBundlePath(bundle, bundle.type)} className="ph-main-link">
          {bundle.name}
        </Link>
      ),
    },
    { id: 'version', title: t('version'), card: 'fact', width: '16%', render: ({ version }) => <span className="ph-mono">{version}</span> },
    { id: 'created', title: t('created'), width: '150px', render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      id: 'status',
      title: t('status'),
      card: 'fact',
      render: ({ state, status }) => (
        <span className="dist-tags">
          <StateTag state={state} />
          <ProgressTag status={status} />
        </span>
      ),
    },
    { id: 'files', title: t('files'), align: 'end', width: '90px', render: ({ files }) => formatNumber(files) },
    { id: 'size', title: t('size'), align: 'end', width: '110px', render: ({ bytes }) => <Bytes value={bytes} /> },
    { id: 'createdBy', title: t('createdBy'), optional: true, render: ({ createdBy }) => createdBy },
  ];
}
