import { call, LoadedPage, query, refresh } from '@packhouse/console-kit/console-kit.ts';
import { ListTable, useAddress, useList } from '@packhouse/console-kit/lists.ts';
import {
  deleteOidcMapping,
  listOidcMappings,
  type OidcIntegration,
  type OidcMapping,
  readOidcIntegration,
} from '@packhouse/contract/access/access-oidc-routes.ts';
import { Button, EmptyState, Facts, LinkButton, type MenuEntry, Page, Tag } from '@packhouse/ui/core.ts';
import type { Column } from '@packhouse/ui/table/data.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { DeleteEntry } from './delete-entry.tsx';
import { t } from './token-exchange-words.ts';
import './token-exchange.css';

const IssuerDrawer = lazy(async () => ({ default: (await import('./issuer-drawer.tsx')).IssuerDrawer }));
const RuleDrawer = lazy(async () => ({ default: (await import('./rule-drawer.tsx')).RuleDrawer }));
const listPath = '/admin/security/oidc';
const breadcrumb = () => [{ label: t('exchange'), to: listPath }];

function columns(): Column<OidcMapping>[] {
  return [
    { id: 'priority', title: t('priority'), width: '90px', align: 'end', render: ({ priority }) => priority },
    { id: 'name', title: t('name'), card: 'title', width: '20%', render: ({ name }) => name },
    { id: 'claims', title: t('claims'), card: 'fact', render: ({ claims }) => <Claims claims={claims} /> },
    {
      id: 'user',
      title: t('tokenOf'),
      card: 'fact',
      width: '20%',
      render: ({ token_spec: spec }) => <Tag>{spec.username || spec.username_pattern || spec.groups_pattern || spec.scope}</Tag>,
    },
    { id: 'life', title: t('seconds'), width: '110px', align: 'end', render: ({ token_spec }) => token_spec.expires_in },
  ];
}

/** Claims as they are read: a line each, with the values that fit. */
function Claims({ claims }: Pick<OidcMapping, 'claims'>) {
  const getText = (value: unknown): string =>
    Array.isArray(value) ? value.map(getText).join(' | ') : typeof value === 'string' ? value : JSON.stringify(value);
  return (
    <span className="ph-mono exchange-claim-list">
      {Object.entries(claims).map(([name, value]) => (
        <span key={name}>
          {name} = {getText(value)}
        </span>
      ))}
    </span>
  );
}

/** One issuer with its rules. */
export function IssuerPage() {
  const { issuer = '' } = useParams();
  const result = useQuery(query(readOidcIntegration, { params: { name: issuer } }));
  const missing = <EmptyState icon="key" title={t('noSuchIssuer', { name: issuer })} action={<LinkButton to={listPath}>{t('allIssuers')}</LinkButton>} />;
  return (
    <LoadedPage result={result} missing={missing} title={issuer} breadcrumb={breadcrumb()} lines={8}>
      {(found) => <Issuer key={found.name} issuer={found} />}
    </LoadedPage>
  );
}

function Issuer({ issuer }: { issuer: OidcIntegration }) {
  const [{ edit, rule }, change] = useAddress('edit', 'rule');
  const [removing, setRemoving] = useState<string>();
  const params = { provider: issuer.name };
  const list = useList(listOidcMappings, { params }, { rows: (all) => all, live: ['access.oidc_mapping.'] });
  const chosen = list.rows?.find(({ name }) => rule === `=${name}`);
  const newButton = (
    <Button kind="primary" icon="plus" onClick={() => change({ rule: 'new' })}>
      {t('newRule')}
    </Button>
  );
  const rowActions = ({ name }: OidcMapping): MenuEntry[] => [
    { label: t('edit'), icon: 'edit', keys: 'e', onSelect: () => change({ rule: `=${name}` }) },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => setRemoving(name) },
  ];
  const facts = [
    [t('kind'), issuer.provider_type],
    [t('issuerUrl'), issuer.issuer_url],
    [t('audience'), issuer.audience || '–'],
  ] as const;
  return (
    <Page
      title={issuer.name}
      breadcrumb={breadcrumb()}
      subtitle={issuer.description ? <span className="ph-muted">{issuer.description}</span> : undefined}
      actions={
        <>
          <Button icon="edit" onClick={() => change({ edit: '1' })}>
            {t('edit')}
          </Button>
          {newButton}
        </>
      }
    >
      <Facts items={facts} />
      <ListTable
        list={list}
        id="oidc-rules"
        label={t('rules')}
        columns={columns()}
        rowKey={({ name }) => name}
        rowActions={rowActions}
        none={
          <EmptyState icon="list" title={t('noRules')} action={newButton}>
            {t('noRulesHelp')}
          </EmptyState>
        }
      />
      <Suspense>
        {edit && <IssuerDrawer issuer={issuer} onClose={() => change({ edit: '' })} onSaved={() => change({ edit: '' })} />}
        {(rule === 'new' || chosen) && <RuleDrawer issuer={issuer.name} {...(chosen ? { rule: chosen } : {})} onClose={() => change({ rule: '' })} />}
      </Suspense>
      {removing !== undefined && (
        <DeleteEntry
          name={removing}
          text={t('removeRuleText')}
          onClose={() => setRemoving(undefined)}
          run={async () => {
            await call(deleteOidcMapping, { params: { ...params, name: removing } });
            await refresh(listOidcMappings);
          }}
        />
      )}
    </Page>
  );
}
