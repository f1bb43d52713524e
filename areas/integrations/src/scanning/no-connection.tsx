import { EmptyState, LinkButton, Page } from '@packhouse/ui/core.ts';
import { integrationsPath } from '../integrations-screens.ts';
import { getWay } from './connection-of.ts';
import { t } from './scanning-words.ts';

const back = () => (
  <LinkButton to={integrationsPath} icon="link">
    {t('toIntegrations')}
  </LinkButton>
);

/** The connection is gone, or never was. */
export function NoSuchConnection({ integrationKey }: { integrationKey: string }) {
  return <EmptyState icon="link" title={t('noConnection', { key: integrationKey })} action={back()} />;
}

/** The address names no connection. */
export function ChooseConnection({ title }: { title: string }) {
  return (
    <Page title={title} breadcrumb={getWay('')}>
      <EmptyState icon="link" title={t('chooseConnection')} action={back()}>
        {t('chooseConnectionHelp')}
      </EmptyState>
    </Page>
  );
}
