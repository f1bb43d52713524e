import type { Federation } from '@packhouse/contract/mission-control/federation-routes.ts';
import { Banner, formatNumber, RelativeTime, Section, StatusTag, words } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { t } from './federation-words.ts';
import './federation.css';

type FederationLink = Federation['links'][number];

const getWay = ({ source, peerName }: FederationLink) => `${source} → ${peerName}`;

/** Since when tries fail, and when the next one is. */
function Tries({ link: { failingSince, nextAt } }: { link: FederationLink }) {
  return (
    <>
      {failingSince !== null && (
        <small className="mc-why">
          {t('failedFirst')} <RelativeTime at={failingSince} />
        </small>
      )}
      {nextAt !== null && (
        <small className="mc-why">
          {t('nextTry')} <RelativeTime at={nextAt} />
        </small>
      )}
    </>
  );
}

function LinkState({ link }: { link: FederationLink }) {
  const { state, error } = link;
  if (error)
    return (
      <>
        <StatusTag kind="bad">{t('retrying')}</StatusTag>
        <Tries link={link} />
        <small className="mc-why">{words().said(error)}</small>
      </>
    );
  if (state === 'ending') return <StatusTag kind="warning">{t('ending')}</StatusTag>;
  return state === 'live' ? <StatusTag kind="good">{t('live')}</StatusTag> : <StatusTag kind="warning">{t('syncing')}</StatusTag>;
}

const reasons = ['name', 'administrator', 'type', 'protected', 'waits', 'signature'] as const;

/** Who is held back or not taken as sent, and why. */
function tellRefused({ refused, refusedMore }: FederationLink): string {
  const told = reasons
    .flatMap((reason) => {
      const names = new Set(refused.filter((one) => one.reason === reason).map(({ name }) => name));
      return names.size === 0 ? [] : [`${[...names].join(', ')} (${t(`refused-${reason}`)})`];
    })
    .join('; ');
  return refusedMore > 0 ? t('refusedMore', { names: told, more: formatNumber(refusedMore) }) : told;
}

/** When a link told of changes last, and how long the other side took for them. */
function LastSync({ link: { lastAt, lagMs } }: { link: FederationLink }) {
  if (lastAt === null) return t('never');
  return (
    <>
      <RelativeTime at={lastAt} /> {lagMs !== null && <small>{t('took', { milliseconds: formatNumber(lagMs) })}</small>}
    </>
  );
}

const columns = (): Column<FederationLink>[] => [
  { id: 'link', title: t('link'), card: 'title', width: '20%', render: (link) => <b>{getWay(link)}</b> },
  { id: 'state', title: t('state'), card: 'fact', render: (link) => <LinkState link={link} /> },
  { id: 'behind', title: t('behindBy'), width: '96px', render: ({ behind }) => (behind > 0 ? t('behind', { count: behind }) : t('notBehind')) },
  { id: 'last', title: t('lastSync'), width: '120px', render: (link) => <LastSync link={link} /> },
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
  { id: 'refused', title: t('refusals'), width: '18%', render: tellRefused },
];

/** What is not set up yet and why, and whose links nobody could ask for just now. */
function Troubles({ federation: { steps, links, unreachable, passwords } }: { federation: Federation }) {
  const told = new Set(links.filter(({ error }) => error !== null).map(getWay));
  const failed = steps
    .flatMap(({ source, target, message }) => (message === null ? [] : [{ way: `${source} → ${target}`, message }]))
    .filter(({ way }) => !told.has(way));
  const older = new Set(links.filter((link) => !passwords && link.passwords && link.state !== 'configuring').map(({ source }) => source));
  return (
    <>
      {[...older].map((source) => (
        <Banner key={source} kind="warning">
          {t('passwordsSent', { source })}
        </Banner>
      ))}
      {failed.map(({ way, message }) => (
        <Banner key={way} kind="bad">{`${way}: ${words().said(message)}`}</Banner>
      ))}
      {unreachable.length > 0 && <Banner kind="warning">{t('linksNotAsked', { names: unreachable.join(', ') })}</Banner>}
    </>
  );
}

/** Every link of a federation: from whom to whom, how far it is, and what its ends said of each other. */
export function LinkTable({ federation }: { federation: Federation }) {
  return (
    <Section title={t('links')}>
      <p className="ph-muted">{t('linksHelp')}</p>
      <Troubles federation={federation} />
      <DataTable
        id="federation-links"
        label={t('links')}
        columns={columns()}
        rows={federation.links}
        rowKey={({ id, source }) => `${source} ${id}`}
        empty={<p className="ph-muted">{t('noLinks')}</p>}
      />
    </Section>
  );
}
