import { Loaded, query, useLive, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { listSigningKeys, type SigningKey } from '@packhouse/contract/repositories/signing-routes.ts';
import { Button, DayOf, Digest, downloadText, EmptyState, Page, RefusedState, RelativeTime, Section, Skeleton, StatusTag } from '@packhouse/ui/core.ts';
import { type Column, DataTable } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { nameSignedFormats } from '../name-signed-formats.ts';
import { t } from './signing-keys-words.ts';
import './signing-keys.css';

// The form brings the library of controls along; most visits only look.
const RotateKey = lazy(async () => ({ default: (await import('./rotate-key.tsx')).RotateKey }));
const kinds = ['openpgp', 'rsa'] as const satisfies readonly SigningKey['kind'][];

function State({ retiredAt, publishedUntil }: SigningKey) {
  if (!retiredAt) return <StatusTag kind="good">{t('inUse')}</StatusTag>;
  if (!publishedUntil || new Date(publishedUntil) <= new Date()) return <StatusTag kind="neutral">{t('gone')}</StatusTag>;
  return (
    <span className="signing-state">
      <StatusTag kind="warning">{t('retired')}</StatusTag>
      <span className="ph-muted">
        {t('until')} <DayOf at={publishedUntil} />
      </span>
    </span>
  );
}

function columns(): Column<SigningKey>[] {
  return [
    { id: 'name', title: t('name'), card: 'title', width: '22%', render: ({ name }) => <b>{name}</b> },
    { id: 'fingerprint', title: t('fingerprint'), render: ({ fingerprint }) => <Digest value={fingerprint} length={16} /> },
    { id: 'state', title: t('state'), card: 'fact', render: (key) => <State {...key} /> },
    { id: 'created', title: t('created'), card: 'fact', width: '140px', render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    { id: 'createdBy', title: t('createdBy'), width: '120px', render: ({ createdBy }) => createdBy },
  ];
}

/** The keys that sign what clients check: which are in use, their public halves, their rotation. */
export function SigningKeysPage() {
  const refusal = useRefusal(listSigningKeys);
  useLive(['audit.signing-key.'], listSigningKeys);
  const keys = useQuery({ ...query(listSigningKeys, {}), enabled: refusal === undefined });
  if (refusal !== undefined)
    return (
      <Page title={t('signingKeys')}>
        <RefusedState message={refusal} />
      </Page>
    );
  return (
    <Page title={t('signingKeys')} subtitle={t('about')}>
      <Loaded result={keys} skeleton={<Skeleton lines={6} height={20} />}>
        {({ items }) => (
          <>
            {kinds.map((kind) => (
              <KeysOfKind key={kind} kind={kind} keys={items.filter((one) => one.kind === kind)} />
            ))}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function KeysOfKind({ kind, keys }: { kind: SigningKey['kind']; keys: readonly SigningKey[] }) {
  const [asking, setAsking] = useState(false);
  const exists = keys.some(({ retiredAt }) => !retiredAt);
  const button = (
    <Button icon={exists ? 'refresh' : 'plus'} onClick={() => setAsking(true)}>
      {exists ? t('rotate') : t('createKey')}
    </Button>
  );
  return (
    <Section title={t(kind)} lead={t(`${kind}About`, { formats: nameSignedFormats(kind) })} actions={exists && button}>
      <DataTable
        id={`signing-keys-${kind}`}
        label={t(kind)}
        columns={columns()}
        rows={keys}
        rowKey={({ id }) => String(id)}
        rowName={({ name }) => name}
        rowActions={({ name, publicKey }) => [{ label: t('download'), icon: 'download', onSelect: () => downloadText(name, publicKey) }]}
        empty={
          <EmptyState icon="key" title={t('none')} action={button}>
            {t('noneHelp')}
          </EmptyState>
        }
      />
      <Suspense>{asking && <RotateKey kind={kind} exists={exists} onClose={() => setAsking(false)} />}</Suspense>
    </Section>
  );
}
