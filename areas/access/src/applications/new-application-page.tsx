import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import { applicationTypes, createApplication, listApplications, NewApplication } from '@packhouse/contract/access/access-application-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, FormGroup, Input, Radio, rulesFor } from '@packhouse/ui/form/form.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ApplicationDraft, checkCallbacks, getBody, getField, newDraft } from './application-draft.ts';
import { applicationListPath } from './applications-screens.ts';
import { t } from './applications-words.ts';
import { NewSecret } from './new-secret.tsx';

const plain = { autoComplete: 'off', spellCheck: false } as const;

function Fields() {
  const type = Form.useWatch<ApplicationDraft['type']>('type') ?? 'confidential';
  return (
    <>
      <FormGroup title={t('application')}>
        <Form.Item name="name" label={t('name')} extra={t('nameHint')} rules={rulesFor(NewApplication, 'name')}>
          <Input {...plain} />
        </Form.Item>
        <Form.Item name="type" label={t('type')} extra={type === 'public' ? t('publicHint') : t('confidentialHint')} required>
          <Radio.Group options={applicationTypes.map((value) => ({ value, label: t(value) }))} />
        </Form.Item>
        <Form.Item name="description" label={t('description')} extra={t('descriptionHint')} rules={rulesFor(NewApplication, 'description')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('addresses')}>
        <Form.Item name="callbacks" label={t('callbackUrl')} extra={t('callbackHint')} rules={[{ required: true, validator: checkCallbacks }]}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} className="ph-mono" {...plain} />
        </Form.Item>
        <Form.Item name="baseUrl" label={t('baseUrl')} extra={t('baseUrlHint')} rules={rulesFor(NewApplication, 'baseUrl')}>
          <Input {...plain} className="ph-mono" />
        </Form.Item>
      </FormGroup>
    </>
  );
}

/** Registers an application, then shows its secret this once. */
export function NewApplicationPage() {
  const { baseUrl } = useSession();
  const initial = newDraft(baseUrl);
  const [made, setMade] = useState<RouteReply<typeof createApplication>>();
  const navigate = useNavigate();
  return (
    <>
      <RecordForm<typeof createApplication, ApplicationDraft>
        title={t('newIntegration')}
        breadcrumb={[{ label: t('integrations'), to: applicationListPath }]}
        cancelTo={applicationListPath}
        save={createApplication}
        submitLabel={t('create')}
        before={initial}
        input={(values) => ({ body: getBody(values) })}
        curl={false}
        fieldOf={getField}
        stale={[listApplications]}
        onSaved={(created) => {
          setMade(created);
          notify.good(t('wasCreated', { name: created.name }));
        }}
      >
        <Fields />
      </RecordForm>
      {made && <NewSecret made={made} onClose={() => void navigate(applicationListPath)} />}
    </>
  );
}
