import { LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { listLeftHooks } from '@packhouse/contract/scanning/git-hook-routes.ts';
import type { IntegrationGroup, Vendor } from '@packhouse/contract/scanning/integration-routes.ts';
import { Banner, LinkButton, Page, Section, words } from '@packhouse/ui/core.ts';
import { useQuery } from '@tanstack/react-query';
import { useIntegrationDialog } from '../dialog/integration-dialog.tsx';
import { leftHooksPath } from '../integrations-screens.ts';
import { t } from '../integrations-words.ts';
import { useToolDialog } from '../tools/tool-dialog.tsx';
import { useIntegrations } from '../use-integrations.ts';
import { SourceControlCard } from './source-control-card.tsx';
import { ToolCard } from './tool-card.tsx';
import '../integrations.css';

/** Says that hooks of deleted integrations are still at their vendors. */
function LeftHooks() {
  const { data } = useQuery(query(listLeftHooks, { query: { limit: 1 } }));
  if (!data || data.total === 0) return null;
  const way = (
    <LinkButton to={leftHooksPath} size="small">
      {t('showThem')}
    </LinkButton>
  );
  return (
    <Banner kind="warning" action={way}>
      {t('leftHooksStill', { count: data.total })}
    </Banner>
  );
}

/** Everything that can be connected: source control, and tools. */
export function IntegrationsPage() {
  const { groups, connected } = useIntegrations();
  const connection = useIntegrationDialog();
  const tool = useToolDialog();
  const page = { title: t('integrations'), subtitle: t('about') };
  // What scanning itself says counts, where it is known.
  const isScanned = (vendor: Vendor) => connected.data?.some(({ vendorName }) => vendorName === vendor.id) ?? vendor.status === 'CONFIGURED';
  const getStatus = (vendor: Vendor): Vendor['status'] => (!vendor.connected ? 'DISCONNECTED' : isScanned(vendor) ? 'CONFIGURED' : 'CONNECTED');
  const card = (group: IntegrationGroup, vendor: Vendor) =>
    group.type === 'git' ? (
      <SourceControlCard vendor={vendor} status={getStatus(vendor)} send={connection.send} />
    ) : (
      <ToolCard tool={vendor} onConfigure={() => tool.open(vendor)} />
    );
  return (
    <LoadedPage result={groups} {...page}>
      {(found) => (
        <Page {...page}>
          {found.gitProblem && <Banner kind="warning">{words().said(found.gitProblem)}</Banner>}
          {connected.isSuccess && <LeftHooks />}
          {found.groups
            .filter(({ available }) => available)
            .map((group) => (
              <Section key={group.type} title={t(`group_${group.type}`)}>
                <ul className="integration-cards">
                  {group.items.map((vendor) => (
                    <li key={vendor.id}>{card(group, vendor)}</li>
                  ))}
                </ul>
              </Section>
            ))}
          {connection.dialog}
          {tool.dialog}
        </Page>
      )}
    </LoadedPage>
  );
}
