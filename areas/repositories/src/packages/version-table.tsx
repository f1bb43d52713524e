import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { useAddress } from '@packhouse/console-kit/lists.ts';
import type { PackageVersion } from '@packhouse/contract/repositories/package-graphql.ts';
import { type VersionOrder, versionOrders } from '@packhouse/contract/repositories/package-search.ts';
import { Banner, Button, Bytes, CheckField, formatNumber, Icon, RelativeTime, SearchField, Section, Skeleton, Tag } from '@packhouse/ui/core.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { DeleteVersions, DeleteVersionsButton } from './delete-versions.tsx';
import { versionPages } from './package-data.ts';
import { versionPath } from './package-path.ts';
import { t } from './packages-words.ts';

const headings: Record<VersionOrder, () => string> = {
  name: () => t('version'),
  downloads: () => t('downloads'),
  modified: () => t('changed'),
  created: () => t('published'),
};

interface VersionTableProps {
  packageId: string;
  packageName: string;
  format: string;
  /** Movable names by the version they point at. */
  tagsOf: ReadonlyMap<string, readonly string[]>;
}

/** Versions that are chosen, as far as they are still there. */
function useChosen(versions: readonly PackageVersion[]) {
  const { administrator, actions } = useSession();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = versions.filter(({ id }) => ids.has(id));
  const choose = (id: string, on: boolean) => setIds(new Set(on ? [...ids, id] : [...ids].filter((one) => one !== id)));
  return {
    mayChoose: administrator || actions.repository.includes('delete'),
    chosen,
    choose,
    chooseAll: (on: boolean) => setIds(new Set(on ? versions.map(({ id }) => id) : [])),
  };
}

/** Versions in the order of their ecosystem, newest first. */
export function VersionTable({ packageId, packageName, tagsOf: readTags }: VersionTableProps) {
  const [{ q: name, sort, dir, releases: only }, change] = useAddress('q', 'sort', 'dir', 'releases');
  const order = versionOrders.find((one) => one === sort) ?? 'name';
  const direction = dir === 'asc' ? 'asc' : 'desc';
  const releases = only === 'true';
  const sortBy = (next: VersionOrder) => {
    const turned = next === order && direction === 'desc' ? 'asc' : 'desc';
    change({ sort: next === 'name' ? '' : next, dir: turned === 'asc' ? 'asc' : '' });
  };
  const result = useInfiniteQuery(versionPages(packageId, { name: name.trim() || undefined, ignorePreRelease: releases }, { field: order, direction }));
  const versions = result.data?.pages.flatMap((page) => page.nodes) ?? [];
  const total = result.data?.pages[0]?.totalCount;
  const { mayChoose, chosen, choose, chooseAll } = useChosen(versions);
  const [isDeleting, setDeleting] = useState(false);
  const heading = (field: VersionOrder, className?: string, before?: ReactNode) => (
    <th scope="col" className={className} aria-sort={field === order ? (direction === 'asc' ? 'ascending' : 'descending') : 'none'}>
      {before}
      <button type="button" className="pkg-sort" onClick={() => sortBy(field)}>
        {headings[field]()}
        {field === order && <Icon name={direction === 'asc' ? 'arrow-up' : 'arrow-down'} size={12} />}
      </button>
    </th>
  );
  return (
    <Section
      title={
        <>
          {t('versions')}
          {total !== undefined && <span className="ph-count">{formatNumber(total)}</span>}
        </>
      }
      actions={
        <>
          <DeleteVersionsButton versions={chosen} onOpen={() => setDeleting(true)} />
          <CheckField label={t('releasesOnly')} checked={releases} onChange={(on) => change({ releases: on ? 'true' : '' })} />
          <SearchField label={t('filterVersions')} value={name} onChange={(text) => change({ q: text })} />
        </>
      }
    >
      {result.error && <Banner kind="warning">{result.error.message}</Banner>}
      {result.isPending ? (
        <Skeleton lines={6} height={20} />
      ) : (
        <div className="pkg-table-frame">
          <table className="pkg-table pkg-versions" aria-busy={result.isPlaceholderData}>
            <thead>
              <tr>
                {heading(
                  'name',
                  undefined,
                  mayChoose && versions.length > 0 && (
                    <input
                      type="checkbox"
                      aria-label={t('chooseAllVersions')}
                      checked={chosen.length === versions.length}
                      onChange={({ currentTarget }) => chooseAll(currentTarget.checked)}
                    />
                  ),
                )}
                <th scope="col">{t('repositories')}</th>
                <th scope="col" className="pkg-number">
                  {t('size')}
                </th>
                {heading('downloads', 'pkg-number')}
                {heading('modified', 'pkg-number')}
              </tr>
            </thead>
            <tbody>
              {versions.map((version) => (
                <VersionRow
                  key={version.id}
                  version={version}
                  tags={readTags.get(version.name) ?? []}
                  isChosen={chosen.includes(version)}
                  onChoose={mayChoose ? (on) => choose(version.id, on) : undefined}
                />
              ))}
            </tbody>
          </table>
          {versions.length === 0 && <p className="pkg-hint">{t('noVersionFits')}</p>}
        </div>
      )}
      {isDeleting && <DeleteVersions packageName={packageName} versions={chosen} onClose={() => setDeleting(false)} onDeleted={() => chooseAll(false)} />}
      {result.hasNextPage && (
        <div className="pkg-more">
          <Button onClick={() => void result.fetchNextPage()} loading={result.isFetchingNextPage}>
            {t('loadMore')}
          </Button>
        </div>
      )}
    </Section>
  );
}

interface VersionRowProps {
  version: PackageVersion;
  tags: readonly string[];
  isChosen: boolean;
  onChoose: ((on: boolean) => void) | undefined;
}

function VersionRow({ version, tags, isChosen, onChoose }: VersionRowProps) {
  return (
    <tr>
      <th scope="row">
        <span className="pkg-version-name">
          {onChoose && (
            <input
              type="checkbox"
              aria-label={t('chooseVersion', { version: version.name })}
              checked={isChosen}
              onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
            />
          )}
          <Link to={versionPath(version.packageId, version.name)} className="ph-mono">
            {version.name}
          </Link>
          {tags.map((tag) => (
            <Tag key={tag} accent>
              {tag}
            </Tag>
          ))}
          {(version.deprecated !== null || version.yanked) && <Icon name="warning" label={version.deprecated ?? t('yanked')} />}
        </span>
      </th>
      <td data-label={t('repositories')}>
        <span className="pkg-tags">
          {version.repos.map((repo) => (
            <Tag key={repo.key}>{repo.key}</Tag>
          ))}
        </span>
      </td>
      <td data-label={t('size')} className="pkg-number">
        <Bytes value={version.size} />
      </td>
      <td data-label={t('downloads')} className="pkg-number">
        {formatNumber(version.stats.downloadCount)}
      </td>
      <td data-label={t('changed')} className="pkg-number">
        <RelativeTime at={version.modified} />
      </td>
    </tr>
  );
}
