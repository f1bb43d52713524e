import { mutation, query } from '@packhouse/console-kit/console-kit.ts';
import { considerPromotion, listPromotions, promoteReleaseBundle } from '@packhouse/contract/distribution/promotion-routes.ts';
import type { ReleaseBundle } from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { listEnvironments } from '@packhouse/contract/shell/shell-routes.ts';
import { Banner, Button, CheckField, Dialog, Field, notify, Skeleton } from '@packhouse/ui/core.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { t } from '../distribution-words.ts';

/** Brings the files of a version to the repositories of an environment. */
export function PromoteDialog({ bundle: { name, version }, onClose }: { bundle: ReleaseBundle; onClose: () => void }) {
  const id = useId();
  const environments = useQuery(query(listEnvironments, {}));
  const [environment, setEnvironment] = useState('');
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [moves, setMoves] = useState(false);
  const [tried, setTried] = useState(false);
  const work = useMutation(mutation(promoteReleaseBundle, { stale: [listPromotions] }));
  const choose = (next: string) => {
    setEnvironment(next);
    setExcluded(new Set());
  };
  const send = () => {
    setTried(true);
    if (environment === '') return;
    const body = { environment, excluded: [...excluded], operation: moves ? ('move' as const) : ('copy' as const) };
    const onSuccess = () => {
      notify.good(t('wasPromoted', { name: `${name} ${version}`, environment }));
      onClose();
    };
    work.mutate({ params: { name, version }, body }, { onSuccess });
  };
  return (
    <Dialog
      title={t('promoteTitle', { name: `${name} ${version}` })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" icon="arrow-up" onClick={send} loading={work.isPending}>
            {t('promote')}
          </Button>
        </>
      }
    >
      <div className="ph-stack">
        <p>{t('promoteText')}</p>
        <Field id={id} label={t('environment')} problem={tried && environment === '' ? t('chooseEnvironment') : undefined}>
          <select id={id} className="ph-input" value={environment} onChange={(event) => choose(event.target.value)}>
            <option value="">{t('chooseEnvironment')}</option>
            {(environments.data ?? [])
              .filter(({ project, category = 'promote' }) => project === undefined && category === 'promote')
              .map((one) => (
                <option key={one.name}>{one.name}</option>
              ))}
          </select>
        </Field>
        {environment !== '' && <Receivers place={{ name, version }} environment={environment} excluded={excluded} onChange={setExcluded} />}
        <CheckField label={t('moveFiles')} checked={moves} onChange={setMoves} />
        {(environments.error ?? work.error) && <Banner kind="bad">{(environments.error ?? work.error)?.message}</Banner>}
      </div>
    </Dialog>
  );
}

interface ReceiversProps {
  place: { name: string; version: string };
  environment: string;
  excluded: ReadonlySet<string>;
  onChange: (excluded: ReadonlySet<string>) => void;
}

/** Repositories that receive the files; each can be left out. */
function Receivers({ place, environment, excluded, onChange }: ReceiversProps) {
  const { data, error } = useQuery(query(considerPromotion, { params: place, query: { environment } }));
  if (error) return <Banner kind="bad">{error.message}</Banner>;
  if (!data) return <Skeleton lines={2} height={20} />;
  if (data.repositories.length === 0) return <Banner kind="info">{t('noReceivers', { environment })}</Banner>;
  const toggle = (key: string, on: boolean) => {
    const next = new Set(excluded);
    if (on) next.delete(key);
    else next.add(key);
    onChange(next);
  };
  return (
    <fieldset className="dist-sites">
      <legend>{t('receivers')}</legend>
      {data.repositories.map(({ key, format }) => (
        <CheckField
          key={key}
          checked={!excluded.has(key)}
          onChange={(on) => toggle(key, on)}
          label={
            <>
              {key} <span className="ph-muted">{getFormatTitle(format)}</span>
            </>
          }
        />
      ))}
    </fieldset>
  );
}
