import { mutation, query } from '@packhouse/console-kit/console-kit.ts';
import { type Distribution, distributeReleaseBundle, listDistributions } from '@packhouse/contract/distribution/distribution-routes.ts';
import { getReleaseBundle, listReleaseBundles, type ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { Banner, Button, CheckField, Dialog, notify, StatusTag, words } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../distribution-words.ts';
import { SitePicker } from './site-picker.tsx';

/** Those a version went to last. */
function lastTargets(runs: readonly Distribution[] | undefined): string[] {
  return runs?.find(({ type }) => type === 'distribute')?.sites.map(({ target }) => target) ?? [];
}

/** Sends a version to targets, for the first time or again; can be tried without anything being sent. */
export function DistributeDialog({ bundle: { name, version, status }, onClose }: { bundle: ReleaseBundle; onClose: () => void }) {
  const runs = useQuery(query(listDistributions, { params: { name, version } }));
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  const [autoCreate, setAutoCreate] = useState(false);
  const [tried, setTried] = useState(false);
  const work = useMutation(mutation(distributeReleaseBundle, { stale: [listDistributions, getReleaseBundle, listReleaseBundles] }));
  const chosen = picked ?? new Set(lastTargets(runs.data?.items));
  const isAgain = status !== 'Not distributed';
  const send = (dryRun: boolean) => {
    setTried(true);
    if (chosen.size === 0) return;
    const body = { targets: [...chosen], autoCreateMissingRepositories: autoCreate, dryRun };
    work.mutate(
      { params: { name, version }, body },
      {
        onSuccess: () => {
          if (dryRun) return;
          notify.good(t('distributing', { name: `${name} ${version}` }));
          onClose();
        },
      },
    );
  };
  const isDry = work.variables?.body.dryRun === true;
  return (
    <Dialog
      title={t(isAgain ? 'redistributeTitle' : 'distributeTitle', { name: `${name} ${version}` })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button onClick={() => send(true)} loading={work.isPending && isDry}>
            {t('dryRun')}
          </Button>
          <Button kind="primary" onClick={() => send(false)} loading={work.isPending && !isDry}>
            {t(isAgain ? 'redistribute' : 'distribute')}
          </Button>
        </>
      }
    >
      <div className="ph-stack">
        <p>{t(isAgain ? 'redistributeText' : 'distributeText')}</p>
        <SitePicker chosen={chosen} onChange={setPicked} problem={tried && chosen.size === 0 ? t('chooseTarget') : undefined} />
        <CheckField label={t('autoCreate')} checked={autoCreate} onChange={setAutoCreate} />
        {work.data && isDry && <DryRun run={work.data} />}
        {work.error && <Banner kind="bad">{work.error.message}</Banner>}
      </div>
    </Dialog>
  );
}

/** Shows what each target said when it was only asked. */
function DryRun({ run }: { run: Distribution }) {
  return (
    <section aria-label={t('dryRunResult')} className="dist-dry">
      <h3>{t('dryRunResult')}</h3>
      <ul>
        {run.sites.map(({ target, error, said }) => (
          <li key={target}>
            <StatusTag kind={error ? 'bad' : 'good'}>{target}</StatusTag> {error ? words().said(said ?? { message: error }) : t('wouldTake')}
          </li>
        ))}
      </ul>
    </section>
  );
}
