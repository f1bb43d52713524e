import { mutation, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { ListPage, useList } from '@packhouse/console-kit/lists.ts';
import { type AdvisoryPreset, listAdvisoryPresets, listAdvisorySources, switchOnPresets } from '@packhouse/contract/scanning/scanning-source-routes.ts';
import { Button, EmptyState, formatNumber, notify, StatusTag, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../scanning-words.ts';
import { AddressDrawer } from './address-drawer.tsx';
import '../scanning.css';

type SwitchOn = (ids: string[] | 'fitting') => void;

function columns(switchOn: SwitchOn): Column<AdvisoryPreset>[] {
  return [
    {
      id: 'name',
      title: t('name'),
      card: 'title',
      width: '22%',
      render: ({ name, fits }) => (
        <span className="scan-name">
          {name}
          {fits && <Tag>{t('fits')}</Tag>}
        </span>
      ),
    },
    { id: 'kind', title: t('kind'), card: 'fact', render: ({ kind }) => t(kind) },
    {
      id: 'expected',
      title: t('expected'),
      card: 'fact',
      width: '130px',
      render: ({ records }) => (records === null ? t('unknownSize') : formatNumber(records)),
    },
    { id: 'licence', title: t('licenceOfData'), card: 'fact', render: ({ licence }) => licence },
    { id: 'url', title: t('url'), render: ({ url }) => <span className="ph-mono scan-where">{url}</span> },
    {
      id: 'state',
      title: t('status'),
      card: 'fact',
      width: '150px',
      render: ({ id, name, sourceId }) =>
        sourceId === null ? (
          <Button size="small" aria-label={`${t('switchOn')}: ${name}`} onClick={() => switchOn([id])}>
            {t('switchOn')}
          </Button>
        ) : (
          <StatusTag kind="good">{t('on')}</StatusTag>
        ),
    },
  ];
}

/** Sources that one click switches on, and where their feeds are fetched. */
export function PresetPage() {
  const list = useList(listAdvisoryPresets, {}, { rows: ({ items }) => items, live: ['audit.advisory-source.'] });
  const [isChanging, setChanging] = useState(false);
  const refusal = useRefusal(switchOnPresets);
  const switching = useMutation(mutation(switchOnPresets, { stale: [listAdvisoryPresets, listAdvisorySources] }));
  const switchOn: SwitchOn = (ids) =>
    switching.mutate(
      { body: { ids } },
      { onSuccess: ({ items }) => notify.good(t('switchedOn', { count: items.length })), onError: ({ message }) => notify.bad(message) },
    );
  const addresses = list.answer?.addresses;
  return (
    <ListPage
      id="advisory-presets"
      title={t('presets')}
      subtitle={t('presetsAbout')}
      actions={
        <>
          <Button onClick={() => setChanging(true)} disabled={!addresses}>
            {t('addresses')}
          </Button>
          <Button kind="primary" refusal={refusal} loading={switching.isPending} onClick={() => switchOn('fitting')}>
            {t('switchOnFitting')}
          </Button>
        </>
      }
      list={list}
      columns={columns(switchOn)}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      none={<EmptyState icon="shield" title={t('noneYet')} />}
    >
      {isChanging && addresses && <AddressDrawer addresses={addresses} onClose={() => setChanging(false)} />}
    </ListPage>
  );
}
