import { LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import { type GitConnectionView, listGitRepositories, readVcsIntegration, selectGitRepositories } from '@packhouse/contract/scanning/git-repository-routes.ts';
import { listConnectedVcs, listIntegrationGroups, listIntegrations } from '@packhouse/contract/scanning/integration-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, FormGroup, Input, Radio } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { gitScanningPath } from '../integrations-screens.ts';
import { getWay, useConnectionAddress } from './connection-of.ts';
import { ChooseConnection, NoSuchConnection } from './no-connection.tsx';
import { RepositoryTicks } from './repository-ticks.tsx';
import { t } from './scanning-words.ts';
import { getSelection, makeSelectionDraft, patternRules, type SelectionDraft } from './selection-draft.ts';
import '../integrations.css';

/** Which repositories of a connection are scanned. */
export function SelectRepositoriesPage() {
  const { integrationId } = useConnectionAddress();
  return integrationId === '' ? <ChooseConnection title={t('select')} /> : <SelectionOf integrationId={integrationId} />;
}

function SelectionOf({ integrationId }: { integrationId: string }) {
  const { vcsType } = useConnectionAddress();
  const result = useQuery(query(readVcsIntegration, { params: { integrationId } }));
  return (
    <LoadedPage result={result} missing={<NoSuchConnection integrationKey={integrationId} />} title={t('select')} breadcrumb={getWay(vcsType)}>
      {(connection) => <SelectionForm key={connection.key} connection={connection} />}
    </LoadedPage>
  );
}

function SelectionForm({ connection }: { connection: GitConnectionView }) {
  const navigate = useNavigate();
  const { key, vendorName, name } = connection;
  const scanning = gitScanningPath({ vcsType: vendorName, integrationId: key });
  return (
    <RecordForm<typeof selectGitRepositories, SelectionDraft>
      wide
      title={t('select')}
      breadcrumb={[...getWay(vendorName), { label: name, to: scanning }]}
      cancelTo={scanning}
      save={selectGitRepositories}
      submitLabel={t('save')}
      before={makeSelectionDraft(connection)}
      input={(draft) => ({ params: { integrationId: key }, body: getSelection(draft) })}
      fieldOf={(path) => path.split('.')[0] ?? path}
      stale={[readVcsIntegration, listGitRepositories, listIntegrationGroups, listIntegrations, listConnectedVcs]}
      onSaved={({ selected }) => {
        notify.good(t('saved', { count: selected }));
        return navigate(scanning);
      }}
    >
      <SelectionFields connection={connection} />
    </RecordForm>
  );
}

function SelectionFields({ connection }: { connection: GitConnectionView }) {
  const scope = Form.useWatch<SelectionDraft['scope']>('scope');
  return (
    <FormGroup title={t('which')} text={t('whichHelp')}>
      <Form.Item name="scope" label={t('scope')} required>
        <Radio.Group options={(['all', 'some'] as const).map((value) => ({ value, label: t(`scope_${value}`) }))} />
      </Form.Item>
      {scope === 'some' && (
        <>
          <Form.Item name="patterns" label={t('patterns')} extra={t('patternsHint')} rules={patternRules()}>
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} spellCheck={false} className="ph-mono" />
          </Form.Item>
          <Form.Item name="ticks" label={t('gitRepositories')} extra={t('pickHelp')}>
            <RepositoryTicks integrationId={connection.key} />
          </Form.Item>
        </>
      )}
    </FormGroup>
  );
}
