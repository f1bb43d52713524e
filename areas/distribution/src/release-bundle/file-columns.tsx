import type { ReleaseBundleFile } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { Bytes, Digest } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { Link } from 'react-router';
import { t } from '../distribution-words.ts';

const word = encodeURIComponent;

function treePath({ sourceRepository, sourcePath }: ReleaseBundleFile): string {
  return `/repos/tree/${word(sourceRepository)}/${sourcePath.split('/').map(word).join('/')}`;
}

const isMoved = ({ repository, path, sourceRepository, sourcePath }: ReleaseBundleFile) => repository !== sourceRepository || path !== sourcePath;

function Properties({ properties }: Pick<ReleaseBundleFile, 'properties'>) {
  const text = Object.entries(properties)
    .map(([key, values]) => `${key}=${values.join(',')}`)
    .join(' · ');
  return (
    <span className="ph-mono dist-properties" title={text}>
      {text}
    </span>
  );
}

/** `linked` where the files are still where they were found, so that the way there may lead somewhere. */
export function fileColumns({ linked }: { linked: boolean }): Column<ReleaseBundleFile>[] {
  return [
    {
      id: 'file',
      title: t('file'),
      card: 'title',
      width: '50%',
      render: (file) => (
        <span className="dist-file">
          {linked ? (
            <Link to={treePath(file)} className="ph-mono">
              {file.repository}/{file.path}
            </Link>
          ) : (
            <span className="ph-mono">
              {file.repository}/{file.path}
            </span>
          )}
          {isMoved(file) && <span className="ph-muted">{t('from', { place: `${file.sourceRepository}/${file.sourcePath}` })}</span>}
        </span>
      ),
    },
    { id: 'size', title: t('size'), card: 'fact', align: 'end', width: '84px', render: ({ size }) => <Bytes value={size} /> },
    { id: 'sha256', title: 'SHA-256', card: 'fact', width: '150px', render: ({ sha256 }) => <Digest value={sha256} /> },
    { id: 'properties', title: t('properties'), render: ({ properties }) => <Properties properties={properties} /> },
  ];
}
