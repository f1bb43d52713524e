import { call, notifyFailure, queryClient, refresh } from '@packhouse/console-kit/console-kit.ts';
import { type List, ListPage, useFilters } from '@packhouse/console-kit/lists.ts';
import {
  type Integration,
  listConnectedVcs,
  listIntegrationGroups,
  listIntegrations,
  listVcsIntegrations,
} from '@packhouse/contract/scanning/integration-routes.ts';
import { Button, EmptyState, LinkButton, type MenuEntry, notify, Page } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { DeleteIntegration } from '../delete-integration.tsx';
import type { DialogEvent } from '../dialog/dialog-state.ts';
import { useIntegrationDialog } from '../dialog/integration-dialog.tsx';
import { gitScanningPath, integrationsPath } from '../integrations-screens.ts';
import { getProductName, getVendorLabel, t } from '../integrations-words.ts';
import { useIntegrations } from '../use-integrations.ts';
import { columns } from './vendor-columns.tsx';
import '../integrations.css';

/** Reads what the scanning service knows into the table. */
async function importIntegrations(): Promise<void> {
  try {
    const items = await call(listVcsIntegrations, {});
    queryClient.setQueryData([listIntegrations.name, { params: { type: 'git' } }], { items });
    await refresh(listIntegrationGroups, listConnectedVcs);
    notify.good(t('imported', { count: items.length }));
  } catch (error) {
    notifyFailure(error as Error);
  }
}

const isFound = ({ name, url, key }: Integration, search: string) => `${name} ${url} ${key}`.toLowerCase().includes(search.trim().toLowerCase());

/** Those of a vendor that a service uses, if one is named, and that the search is about. */
function getRows(all: readonly Integration[], vendorName: string, serviceName: string | undefined, search: string): Integration[] {
  return all.filter((one) => one.vendorName === vendorName && (serviceName === undefined || one.products.includes(serviceName)) && isFound(one, search));
}

function useVendorList(state: ReturnType<typeof useIntegrations>, vendorName: string, search: string): List<Integration> {
  const { serviceName } = useParams();
  const { groups, git, isGitAvailable } = state;
  const rows = git.data && getRows(git.data.items, vendorName, serviceName, search);
  const error = groups.error ?? git.error;
  const refetch = () => void (groups.error ? groups.refetch() : git.refetch());
  const isUnavailable = groups.data !== undefined && !isGitAvailable;
  return { rows: isUnavailable ? [] : rows, total: rows?.length, error, loadedAt: git.dataUpdatedAt, refetch, refusal: undefined };
}

/** What can be done with a connection. */
function getActions(one: Integration, open: { send: (event: DialogEvent) => void; remove: (one: Integration) => void }): MenuEntry[] {
  const scanning = gitScanningPath({ vcsType: one.vendorName, integrationId: one.key });
  return [
    ...(one.products.includes('xray') ? [{ label: t('manageRepositories'), icon: 'list' as const, to: scanning }] : []),
    { label: t('editIntegration'), icon: 'edit', keys: 'e', onSelect: () => open.send({ type: 'edit', integration: one }) },
    { line: true },
    { label: t('remove'), icon: 'trash', danger: true, keys: 'Del', onSelect: () => open.remove(one) },
  ];
}

/** The connections of a vendor. */
export function VendorListPage() {
  const { vendorName = '', serviceName } = useParams();
  const state = useIntegrations();
  const filters = useFilters('search');
  const list = useVendorList(state, vendorName, filters.values.search);
  const { send, dialog } = useIntegrationDialog();
  const [removing, setRemoving] = useState<Integration>();
  const vendor = getVendorLabel(vendorName);
  const title = t('instances', { vendor: vendor ?? vendorName });
  const breadcrumb = [{ label: t('integrations'), to: integrationsPath }, { label: title }];
  const isMissing = vendor === undefined || (state.groups.data !== undefined && !state.isGitAvailable);
  if (isMissing)
    return (
      <Page title={title} breadcrumb={breadcrumb}>
        <Missing vendorName={vendorName} isKnown={vendor !== undefined} />
      </Page>
    );
  const connectButton = (
    <Button kind="primary" icon="plus" onClick={() => send({ type: 'connect', vendorName })}>
      {t('connect')}
    </Button>
  );
  return (
    <ListPage
      id="vendor-integrations"
      title={title}
      subtitle={t('instancesAbout')}
      breadcrumb={breadcrumb}
      actions={
        <>
          <Button icon="download" onClick={() => void importIntegrations()}>
            {t('import')}
          </Button>
          {connectButton}
        </>
      }
      list={list}
      filters={filters}
      search={t('search')}
      noneFits={{ title: t('noneFits'), clear: t('clearSearch') }}
      columns={columns((one) => send({ type: 'chooseService', vendorName, integrationKey: one.key }))}
      rowKey={({ key }) => key}
      rowName={({ name }) => name}
      href={({ key }) => gitScanningPath({ vcsType: vendorName, integrationId: key })}
      rowActions={(one) => getActions(one, { send, remove: setRemoving })}
      none={
        <EmptyState
          icon="link"
          title={serviceName === undefined ? t('none') : t('noneOfService', { service: getProductName(serviceName) })}
          action={connectButton}
        >
          {t('noneHelp')}
        </EmptyState>
      }
    >
      {dialog}
      {removing && <DeleteIntegration integration={removing} onClose={() => setRemoving(undefined)} />}
    </ListPage>
  );
}

/** There is no such vendor, or there are no connections at all. */
function Missing({ vendorName, isKnown }: { vendorName: string; isKnown: boolean }) {
  const back = (
    <LinkButton to={integrationsPath} icon="link">
      {t('backToIntegrations')}
    </LinkButton>
  );
  return (
    <EmptyState icon="link" title={isKnown ? t('unavailable') : t('noVendor', { vendor: vendorName })} action={back}>
      {isKnown && t('unavailableHelp')}
    </EmptyState>
  );
}
