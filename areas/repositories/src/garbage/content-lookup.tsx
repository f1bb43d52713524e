import { query } from '@packhouse/console-kit/console-kit.ts';
import { useAddress } from '@packhouse/console-kit/lists.ts';
import { type BlobReferences, readBlobReferences } from '@packhouse/contract/repositories/garbage-routes.ts';
import { absoluteTime, Banner, formatBytes, Section, Skeleton, TextField } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { treePath } from '../tree/tree-path.ts';
import { t } from './garbage-words.ts';

const hour = 3_600_000;
/** The answer names so many places at most. */
const mostPlaces = 100;

function readDigest(text: string): string | undefined {
  const digest = text
    .trim()
    .toLowerCase()
    .replace(/^sha256:/, '');
  return /^[0-9a-f]{64}$/.test(digest) ? digest : undefined;
}

/** Where a place can be looked at; an index belongs to the repository as a whole. */
function findAddress({ kind, repositoryKey, path }: BlobReferences['references'][number]): string {
  if (kind === 'trash') return `/admin/trash-can?search=${encodeURIComponent(path)}`;
  return treePath({ repoKey: repositoryKey, path: kind === 'artifact' ? path : '' });
}

function Places({ content: { size, references, condemnedAt }, graceHours }: { content: BlobReferences; graceHours: number }) {
  const values = { count: references.length, size: formatBytes(size) };
  if (references.length === 0 && condemnedAt === undefined) return <Banner kind="info">{t('loose', values)}</Banner>;
  if (references.length === 0)
    return (
      <Banner kind="warning">
        {t('looseMarked', values)} {absoluteTime(new Date(Date.parse(condemnedAt!) + graceHours * hour))}
      </Banner>
    );
  return (
    <>
      <p>{references.length < mostPlaces ? t('keptBy', values) : t('keptByMany', values)}</p>
      <ul className="garbage-places">
        {references.map((place) => (
          <li key={`${place.kind} ${place.repositoryKey} ${place.path}`}>
            <span className="ph-muted">{t(place.kind)}</span>{' '}
            <Link to={findAddress(place)} className="ph-mono">
              {place.repositoryKey}/{place.path}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Tells what keeps a content from being freed, or when it goes. What is looked for stands in the address. */
export function ContentLookup({ graceHours }: { graceHours: number }) {
  const [{ content }, change] = useAddress('content');
  const sha256 = readDigest(content);
  const found = useQuery({ ...query(readBlobReferences, { params: { sha256: sha256 ?? '' } }), enabled: sha256 !== undefined });
  return (
    <Section title={t('lookUp')}>
      <div className="ph-stack">
        <TextField
          label={t('lookUpField')}
          hint={t('lookUpAbout')}
          value={content}
          onChange={(text) => change({ content: text })}
          problem={content.trim() !== '' && sha256 === undefined ? t('notDigest') : undefined}
          mono
          autoComplete="off"
          spellCheck={false}
        />
        <div aria-live="polite">
          {found.isFetching && found.data === undefined && <Skeleton />}
          {sha256 !== undefined && found.error && <Banner kind="warning">{found.error.message}</Banner>}
          {sha256 !== undefined && found.data && <Places content={found.data} graceHours={graceHours} />}
        </div>
      </div>
    </Section>
  );
}
