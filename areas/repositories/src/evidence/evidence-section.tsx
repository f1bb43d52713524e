import { call, Failure, query, refresh, useLive } from '@packhouse/console-kit/console-kit.ts';
import { prefixes } from '@packhouse/contract/prefixes.ts';
import { deleteEvidence, type Evidence, listEvidence } from '@packhouse/contract/repositories/evidence-routes.ts';
import { Button, CodeBlock, Deletion, IconButton, Menu, RelativeTime, Section, Skeleton, StatusTag } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Details } from '../item-details.ts';
import './evidence.css';
import { t } from './evidence-words.ts';
import { nameCategory } from './name-category.ts';

const EvidenceDialog = lazy(async () => ({ default: (await import('./evidence-dialog.tsx')).EvidenceDialog }));

const marks = { verified: 'good', unknown_key: 'warning', certificate: 'neutral' } as const;

const getAddress = (downloadPath: string) => `${prefixes.repositories}/${downloadPath.split('/').map(encodeURIComponent).join('/')}`;

/** Signed statements about a file's content, each with whether somebody trusted made its signature. */
export function EvidenceSection({ details: { repoKey, path } }: { details: Details }) {
  const result = useQuery(query(listEvidence, { query: { repoKey, path } }));
  useLive(['artifact.', 'key.'], listEvidence);
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const items = result.data?.items;
  const isMeant = hash === '#evidence' && items !== undefined;
  useEffect(() => {
    if (isMeant) place.current?.scrollIntoView?.({ block: 'start' });
  }, [isMeant]);
  return (
    <div ref={place}>
      <Section title={t('evidence')}>
        {items === undefined && (result.error ? <Failure error={result.error} onRetry={() => void result.refetch()} /> : <Skeleton lines={2} />)}
        {items?.length === 0 && <None repoKey={repoKey} path={path} attachable={result.data?.attachable === true} />}
        <ul className="evidence-list">
          {items?.map((one) => (
            <EvidenceLine key={one.id} evidence={one} />
          ))}
        </ul>
      </Section>
    </div>
  );
}

function None({ repoKey, path, attachable }: { repoKey: string; path: string; attachable: boolean }) {
  if (!attachable) return <p className="ph-muted">{t('noneReader')}</p>;
  return (
    <>
      <p className="ph-muted">{t('none')}</p>
      <CodeBlock
        code={`jf evd create --predicate=predicate.json --predicate-type=https://in-toto.io/attestation/test-result/v0.1 --subject-repo-path='${repoKey}/${path}' --key=private.pem --key-alias=ci`}
        label={t('command')}
      />
    </>
  );
}

function EvidenceLine({ evidence }: { evidence: Evidence }) {
  const [shown, setShown] = useState<'statement' | 'removal'>();
  const { predicateType, verdict, signedBy, provider, createdAt, createdBy, attachments } = evidence;
  const name = nameCategory(evidence);
  const close = () => setShown(undefined);
  return (
    <li>
      <div className="evidence-head">
        <b>{name}</b>
        <span title={t(`${verdict}Help`, { name: signedBy ?? '' })}>
          <StatusTag kind={marks[verdict]}>{t(verdict)}</StatusTag>
        </span>
        {signedBy !== null && <span className="ph-muted">{t('with', { name: signedBy })}</span>}
        <span className="evidence-actions">
          <Button size="small" aria-label={t('openNamed', { name })} onClick={() => setShown('statement')}>
            {t('open')}
          </Button>
          <Menu
            align="end"
            label={t('more', { name })}
            entries={[
              { label: t('download'), icon: 'download', onSelect: () => window.location.assign(getAddress(evidence.downloadPath)) },
              ...attachments.map((attachment) => ({
                label: t('attachment', { name: attachment.name }),
                icon: 'file' as const,
                onSelect: () => window.location.assign(getAddress(attachment.downloadPath)),
              })),
              {
                label: t('remove'),
                icon: 'trash',
                danger: true,
                refusal: evidence.deletable ? undefined : t('needDelete'),
                onSelect: () => setShown('removal'),
              },
            ]}
          >
            {(trigger) => <IconButton icon="more" size="small" label={t('more', { name })} {...trigger} />}
          </Menu>
        </span>
      </div>
      <div className="evidence-about">
        <span className="ph-mono">{predicateType}</span>
        <span className="ph-muted">
          <RelativeTime at={createdAt} /> {t('by', { name: createdBy })} {provider !== '' && t('with', { name: provider })}
        </span>
      </div>
      <Suspense>{shown === 'statement' && <EvidenceDialog evidence={evidence} onClose={close} />}</Suspense>
      {shown === 'removal' && (
        <Deletion
          title={t('removeTitle')}
          action={t('removeAction')}
          work={async () => {
            await call(deleteEvidence, { params: { id: evidence.id } });
            await refresh(listEvidence);
          }}
          done={t('removed')}
          onClose={close}
        >
          <p>{t('removeText', { type: name })}</p>
        </Deletion>
      )}
    </li>
  );
}
