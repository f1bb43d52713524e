import { getCurl } from '@packhouse/console-kit/console-kit.ts';
import { generateSupportBundle, NewSupportBundle, type SupportBundleService } from '@packhouse/contract/operations/support-routes.ts';
import { Checkbox, Form, FormDrawer, FormGroup, Input, NumberInput, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { serviceTitle } from './support-bundle-columns.tsx';
import { makeParameters, type SupportBundleDraft } from './support-bundles.ts';
import { t } from './support-words.ts';

interface CreateSupportBundleProps {
  services: readonly SupportBundleService[];
  nodes: readonly string[];
  onCreate: (draft: SupportBundleDraft) => void;
  onClose: () => void;
}

const threads = NewSupportBundle.shape.parameters.unwrap().shape.thread_dump.unwrap();

/** Asks what goes into a bundle. */
export function CreateSupportBundle({ services, nodes, onCreate, onClose }: CreateSupportBundleProps) {
  const initial: SupportBundleDraft = {
    service: services[0] ?? 'artifactory',
    name: '',
    description: '',
    nodes: [],
    configuration: true,
    logs: true,
    days: '7',
    threadCount: 1,
    threadInterval: 0,
  };
  const submit = async (values: SupportBundleDraft) => {
    onCreate({ ...initial, ...values });
    onClose();
  };
  const curl = (values: SupportBundleDraft) => {
    const { name, description } = { ...initial, ...values };
    return getCurl(generateSupportBundle, { body: { name, description, parameters: makeParameters({ ...initial, ...values }) } });
  };
  return (
    <FormDrawer<SupportBundleDraft> title={t('creating')} onClose={onClose} initialValues={initial} onSubmit={submit} submitLabel={t('create')} curl={curl}>
      <Form.Item name="name" label={t('name')} extra={t('nameHint')} rules={rulesFor(NewSupportBundle, 'name')}>
        <Input placeholder={t('nameExample')} autoComplete="off" />
      </Form.Item>
      <Form.Item name="description" label={t('description')} rules={rulesFor(NewSupportBundle, 'description')}>
        <Input.TextArea rows={2} />
      </Form.Item>
      <Form.Item name="service" label={t('service')} required>
        <Select options={services.map((value) => ({ value, label: serviceTitle(value) }))} />
      </Form.Item>
      <Form.Item name="nodes" label={t('nodes')} extra={t('nodesHint')}>
        <Select mode="multiple" placeholder={t('everyNode')} options={nodes.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <FormGroup title={t('content')} text={t('contentHelp')}>
        <Form.Item name="configuration" valuePropName="checked">
          <Checkbox>{t('configuration')}</Checkbox>
        </Form.Item>
        <Form.Item name="logs" valuePropName="checked">
          <Checkbox>{t('logs')}</Checkbox>
        </Form.Item>
        <Form.Item name="days" label={t('days')} required>
          <Select options={(['1', '7', '30', ''] as const).map((value) => ({ value, label: t(`days_${value}`) }))} />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('threads')} text={t('threadsHelp')}>
        <Form.Item required name="threadCount" label={t('threadCount')} rules={rulesFor(threads, 'count')}>
          <NumberInput />
        </Form.Item>
        <Form.Item required name="threadInterval" label={t('threadInterval')} rules={rulesFor(threads, 'interval')}>
          <NumberInput />
        </Form.Item>
      </FormGroup>
    </FormDrawer>
  );
}
