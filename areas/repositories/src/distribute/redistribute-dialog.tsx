import { mutation, query } from '@packhouse/console-kit/console-kit.ts';
import { distributeReleaseBundle, listDistributions } from '@packhouse/contract/distribution/distribution-routes.ts';
import { listReleaseBundles, type ReleaseBundleSummary } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { Banner, Button, CheckField, Dialog, Field } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { t } from './distribute-words.ts';
import { TargetChoice } from './target-choice.tsx';
import { useOnItsWay } from './use-on-its-way.ts';

const getKey = ({ name, version }: ReleaseBundleSummary) => `${name} ${version}`;

interface RedistributeProps {
  title: string;
  /** Those that were distributed; at least one. */
  bundles: readonly [ReleaseBundleSummary, ...ReleaseBundleSummary[]];
  onClose: () => void;
}

/** Sends a release bundle again, to the targets it went to last unless others are chosen. */
export function RedistributeDialog({ title, bundles, onClose }: RedistributeProps) {
  const id = useId();
  const [key, setKey] = useState(getKey(bundles[0]));
  const [picked, setPicked] = useState<ReadonlySet<string>>();
  const [autoCreate, setAutoCreate] = useState(false);
  const [tried, setTried] = useState(false);
  const tellOnItsWay = useOnItsWay();
  const bundle = bundles.find((one) => getKey(one) === key) ?? bundles[0];
  const params = { name: bundle.name, version: bundle.version };
  const runs = useQuery(query(listDistributions, { params }));
  const last = runs.data?.items.find(({ type }) => type === 'distribute')?.sites.map(({ target }) => target);
  const chosen = picked ?? new Set(last);
  const work = useMutation(mutation(distributeReleaseBundle, { stale: [listDistributions, listReleaseBundles] }));
  const send = () => {
    setTried(true);
    if (chosen.size === 0) return;
    work.mutate(
      { params, body: { targets: [...chosen], autoCreateMissingRepositories: autoCreate } },
      {
        onSuccess: () => {
          onClose();
          tellOnItsWay(bundle);
        },
      },
    );
  };
  return (
    <Dialog
      title={t('redistributeTitle', { name: title })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" icon="globe" onClick={send} loading={work.isPending}>
            {t('sendAgain')}
          </Button>
        </>
      }
    >
      <div className="ph-stack">
        <p>{t('redistributeText')}</p>
        <Field id={id} label={t('bundle')}>
          <select
            id={id}
            className="ph-input"
            value={key}
            onChange={(event) => {
              setKey(event.target.value);
              setPicked(undefined);
            }}
          >
            {bundles.map((one) => (
              <option key={getKey(one)}>{getKey(one)}</option>
            ))}
          </select>
        </Field>
        <TargetChoice chosen={chosen} onChange={setPicked} problem={tried && chosen.size === 0 ? t('chooseTarget') : undefined} />
        <CheckField label={t('autoCreate')} checked={autoCreate} onChange={setAutoCreate} />
        {(work.error ?? runs.error) && <Banner kind="bad">{(work.error ?? runs.error)?.message}</Banner>}
      </div>
    </Dialog>
  );
}
