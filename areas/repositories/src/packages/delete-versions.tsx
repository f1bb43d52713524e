import { call, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { deleteVersions } from '@packhouse/contract/repositories/artifact-routes.ts';
import type { PackageVersion } from '@packhouse/contract/repositories/package-graphql.ts';
import { queryPackage, queryPackages, queryVersions } from '@packhouse/contract/repositories/package-routes.ts';
import { Button, ConfirmDelete, formatBytes, notify } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from './packages-words.ts';

/** One call deletes so many. */
const mostAtOnce = 500;

interface DeleteVersionsProps {
  packageName: string;
  versions: readonly PackageVersion[];
  onClose: () => void;
  onDeleted: () => void;
}

/** What would go of one repository, or why nothing would. */
interface Planned {
  repoKey: string;
  versions: readonly string[];
  files: number;
  bytes: number;
  refusal?: string;
}

/** Repositories with the chosen versions that each holds. */
function findPlaces(versions: readonly PackageVersion[]): [repoKey: string, versions: string[]][] {
  const places = new Map<string, string[]>();
  for (const { name, repos } of versions) for (const { name: key } of repos) places.set(key, [...(places.get(key) ?? []), name]);
  return [...places].sort(([one], [other]) => one.localeCompare(other));
}

/** Asks the server what would go: it deletes nothing then. */
function plan(packageName: string, versions: readonly PackageVersion[]): Promise<Planned[]> {
  return Promise.all(
    findPlaces(versions).map(async ([repoKey, names]) => {
      try {
        return { repoKey, versions: names, ...(await call(deleteVersions, { body: { repoKey, package: packageName, versions: names, dryRun: true } })) };
      } catch (error) {
        return { repoKey, versions: names, files: 0, bytes: 0, refusal: (error as Error).message };
      }
    }),
  );
}

function PlannedLine({ planned: { repoKey, versions, files, bytes, refusal } }: { planned: Planned }) {
  return (
    <li>
      <span className="ph-mono">{repoKey}</span>{' '}
      {refusal === undefined ? (
        t('planned', {
          versions: t('versionsCount', { count: versions.length }),
          files: t('plannedFiles', { count: files }),
          size: formatBytes(bytes),
        })
      ) : (
        <span className="ph-muted">{refusal}</span>
      )}
    </li>
  );
}

/** Shows what goes of each repository before chosen versions are deleted. What the reader may not delete stays, and is said. */
export function DeleteVersions({ packageName, versions, onClose, onDeleted }: DeleteVersionsProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const chosen = versions.map(({ id }) => id);
  const { data: planned = [], isPending } = useQuery({
    queryKey: ['plan', deleteVersions.name, packageName, chosen],
    queryFn: () => plan(packageName, versions),
    gcTime: 0,
  });
  const possible = planned.filter(({ refusal }) => refusal === undefined);
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      let files = 0;
      for (const { repoKey, versions: names } of possible)
        files += (await call(deleteVersions, { body: { repoKey, package: packageName, versions: [...names] } })).files;
      notify.good(t('versionsDeleted', { count: files }));
      onDeleted();
      onClose();
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
      void refresh(queryVersions, queryPackage, queryPackages);
    }
  };
  return (
    <ConfirmDelete
      title={t('deleteVersionsTitle', { count: versions.length })}
      action={t('deleteVersions')}
      onConfirm={() => possible.length > 0 && void confirm()}
      onClose={onClose}
      loading={busy || isPending}
      failure={failure ?? (!isPending && possible.length === 0 ? t('nothingDeletable') : undefined)}
    >
      <p>{t('deleteVersionsText')}</p>
      <ul className="pkg-planned" aria-label={t('whatGoes')}>
        {planned.map((one) => (
          <PlannedLine key={one.repoKey} planned={one} />
        ))}
      </ul>
      <p className="ph-mono">{versions.map(({ name }) => name).join(', ')}</p>
    </ConfirmDelete>
  );
}

/** Opens the question, once versions are chosen. */
export function DeleteVersionsButton({ versions, onOpen }: { versions: readonly PackageVersion[]; onOpen: () => void }) {
  const refusal = useRefusal(deleteVersions, { on: 'repository', action: 'delete' });
  const tooMany = versions.length > mostAtOnce ? t('tooManyVersions', { most: mostAtOnce }) : undefined;
  if (versions.length === 0) return null;
  return (
    <Button size="small" kind="danger" icon="trash" refusal={refusal ?? tooMany} onClick={onOpen}>
      {t('deleteChosen', { count: versions.length })}
    </Button>
  );
}
