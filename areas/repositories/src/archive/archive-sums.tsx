import { query } from '@packhouse/console-kit/console-kit.ts';
import { sumArchived } from '@packhouse/contract/repositories/archive-routes.ts';
import { writeSearch } from '@packhouse/contract/repositories/search-query.ts';
import { Bytes, FormatIcon, formatBytes } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { archivePath } from './archive-screens.ts';
import { t } from './archive-words.ts';
import './archive.css';

const searchIn = (repoKey: string) => `${archivePath}?query=${encodeURIComponent(writeSearch({ name: '', filters: { repositories: [repoKey] } }))}`;

/** How much is in the archive, and of which repositories most of it is. An empty archive needs no sums, and nothing waits for them. */
export function ArchiveSums() {
  const { data } = useQuery(query(sumArchived, { query: {} }));
  if (!data || data.files === 0) return null;
  const left = data.repositories - data.most.length;
  return (
    <section className="archive-sums" aria-label={t('inArchive')}>
      <p>{t('sum', { count: data.files, size: formatBytes(data.bytes), repositories: t('ofRepositories', { count: data.repositories }) })}</p>
      <ul>
        {data.most.map(({ repoKey, format, files, bytes }) => (
          <li key={repoKey}>
            <Link to={searchIn(repoKey)}>
              {format && <FormatIcon format={format} size={16} />} {repoKey}
            </Link>
            <span className="ph-muted">
              {t('files', { count: files })}, <Bytes value={bytes} />
            </span>
          </li>
        ))}
        {left > 0 && <li className="ph-muted">{t('more', { count: left })}</li>}
      </ul>
    </section>
  );
}
