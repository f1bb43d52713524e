import type { Federation } from '@packhouse/contract/mission-control/federation-routes.ts';
import { RelativeTime, Section, StatusTag, words } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { t } from './federation-words.ts';

type FederationLink = Federation['links'][number];

function LinkState({ link: { state, error, nextAt } }: { link: FederationLink }) {
  if (error)
    return (
      <>
        <StatusTag kind="bad">{t('retrying')}</StatusTag> <small>{words().said(error)}</small> {nextAt !== null && <RelativeTime at={nextAt} />}
      </>
    );
  if (state === 'ending') return <StatusTag kind="warning">{t('ending')}</StatusTag>;
  return state === 'live' ? <StatusTag kind="good">{t('live')}</StatusTag> : <StatusTag kind="warning">{t('syncing')}</StatusTag>;
}

const columns = (): Column<FederationLink>[] => [
  { id: 'link', title: t('link'), card: 'title', width: '20%', render: ({ source, peerName }) => <b>{`${source} → ${peerName}`}</b> },
  { id: 'state', title: t('state'), card: 'fact', render: (link) => <LinkState link={link} /> },
  { id: 'behind', title: t('behindBy'), width: '96px', render: ({ behind }) => (behind > 0 ? t('behind', { count: behind }) : t('notBehind')) },
  { id: 'last', title: t('lastSync'), width: '120px', render: ({ lastAt }) => (lastAt === null ? t('never') : <RelativeTime at={lastAt} />) },
  {
    id: 'compared',
    title: t('compared'),
    card: 'fact',
    width: '140px',
    render: ({ compared }) =>
      compared ? (
        <>
          {t('differed', { healed: compared.healed, entries: compared.entries })} <RelativeTime at={compared.at} />
        </>
      ) : (
        t('notCompared')
      ),
  },
  { id: 'refused', title: t('refusals'), width: '18%', render: ({ refused }) => [...new Set(refused.map(({ name }) => name))].join(', ') },
];

/** Every link of a federation: from whom to whom, how far it is, and what its ends said of each other. */
export function LinkTable({ links }: { links: readonly FederationLink[] }) {
  return (
    <Section title={t('links')}>
      <p className="ph-muted">{t('linksHelp')}</p>
      <DataTable
        id="federation-links"
        label={t('links')}
        columns={columns()}
        rows={[...links]}
        rowKey={({ id, source }) => `${source} ${id}`}
        empty={<p className="ph-muted">{t('noLinks')}</p>}
      />
    </Section>
  );
}
