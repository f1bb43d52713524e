import { RecordForm } from '@packhouse/console-kit/forms.ts';
import { AskedException, askFirewallException, listFirewallExceptions } from '@packhouse/contract/repositories/firewall-routes.ts';
import { EmptyState, LinkButton, notify, Page } from '@packhouse/ui/core.ts';
import { Form, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useNavigate, useSearchParams } from 'react-router';
import { exceptionListPath } from './firewall-screens.ts';
import { t } from './firewall-words.ts';

interface Draft {
  package: string;
  version: string;
  reason: string;
}

const breadcrumb = () => [{ label: t('exceptions'), to: exceptionListPath }];

/** Asks for a version that a rule holds back; the link in the refusal leads here. */
export function AskPage() {
  const [params] = useSearchParams();
  const [ruleId, repository] = [params.get('rule') ?? '', params.get('repository') ?? ''];
  const before: Draft = { package: params.get('package') ?? '', version: params.get('version') ?? '', reason: '' };
  if (ruleId === '' || repository === '')
    return (
      <Page title={t('askTitle')} breadcrumb={breadcrumb()}>
        <EmptyState icon="shield" title={t('noLink')} action={<LinkButton to={exceptionListPath}>{t('toExceptions')}</LinkButton>}>
          {t('noLinkHelp')}
        </EmptyState>
      </Page>
    );
  return <AskForm key={params.toString()} ruleId={ruleId} repository={repository} before={before} />;
}

function AskForm({ ruleId, repository, before }: { ruleId: string; repository: string; before: Draft }) {
  const navigate = useNavigate();
  return (
    <RecordForm<typeof askFirewallException, Draft>
      title={t('askTitle')}
      breadcrumb={breadcrumb()}
      cancelTo={exceptionListPath}
      save={askFirewallException}
      submitLabel={t('ask')}
      before={before}
      input={(draft) => ({ body: { ruleId, repository, ...draft } })}
      stale={[listFirewallExceptions]}
      onSaved={() => {
        notify.good(t('asked'));
        return navigate(exceptionListPath, { replace: true });
      }}
    >
      <FormGroup title={t('askedFor')} text={t('askAbout')}>
        <Form.Item name="package" label={t('package')} rules={rulesFor(AskedException, 'package')} required>
          <Input autoComplete="off" spellCheck={false} className="ph-mono" />
        </Form.Item>
        <Form.Item name="version" label={t('version')} extra={t('versionHint')} rules={rulesFor(AskedException, 'version')}>
          <Input autoComplete="off" spellCheck={false} className="ph-mono" />
        </Form.Item>
        <Form.Item name="reason" label={t('reason')} extra={t('reasonHint')} rules={rulesFor(AskedException, 'reason')} required>
          <Input.TextArea rows={3} maxLength={2000} />
        </Form.Item>
      </FormGroup>
    </RecordForm>
  );
}
