import { Button } from '@packhouse/ui/core.ts';
import { Form, FormGroup, Input, Radio } from '@packhouse/ui/form/form.ts';
import { t } from '../distribution-words.ts';
import { newDraft, newQuery, type ReleaseBundleDraft, wrongLine } from './release-bundle-draft.ts';

const plain = { autoComplete: 'off', spellCheck: false } as const;

const filled = (message: string) => ({
  validator: async (_: unknown, value: string | undefined) => {
    if (!value?.trim()) throw new Error(message);
  },
});

const lines = (separator: '=>' | '=', message: (line: string) => string) => ({
  validator: async (_: unknown, value: string | undefined) => {
    const wrong = wrongLine(value ?? '', separator);
    if (wrong !== undefined) throw new Error(message(wrong));
  },
});

/** Asks what is done to the files on their way; `at` is where it stands in the draft. */
function AdditionFields({ at }: { at: readonly (string | number)[] }) {
  return (
    <FormGroup advanced title={t('onTheWay')} text={t('onTheWayHelp')}>
      <Form.Item name={[...at, 'mappings']} label={t('mappings')} extra={t('mappingsHint')} rules={[lines('=>', (line) => t('wrongMapping', { line }))]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} spellCheck={false} className="ph-mono" placeholder="^libs-dev/(.*) => libs/$1" />
      </Form.Item>
      <Form.Item name={[...at, 'properties']} label={t('properties')} extra={t('propertiesHint')} rules={[lines('=', (line) => t('wrongProperty', { line }))]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} spellCheck={false} className="ph-mono" placeholder="stage=released" />
      </Form.Item>
    </FormGroup>
  );
}

function Queries() {
  return (
    <Form.List name="queries">
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }, index) => (
            <div key={key} className="dist-query">
              <Form.Item
                name={[name, 'aql']}
                label={fields.length > 1 ? t('queryNumber', { number: index + 1 }) : t('query')}
                extra={t('queryHint')}
                rules={[filled(t('queryWanted'))]}
                required
              >
                <Input.TextArea
                  autoSize={{ minRows: 3, maxRows: 14 }}
                  spellCheck={false}
                  className="ph-mono"
                  placeholder='items.find({"repo":"libs","path":{"$match":"shop/*"}})'
                />
              </Form.Item>
              <AdditionFields at={[name]} />
              {fields.length > 1 && (
                <span>
                  <Button size="small" kind="ghost" icon="trash" onClick={() => remove(name)}>
                    {t('removeQuery', { number: index + 1 })}
                  </Button>
                </span>
              )}
            </div>
          ))}
          <span>
            <Button size="small" icon="plus" onClick={() => add(newQuery)}>
              {t('addQuery')}
            </Button>
          </span>
        </>
      )}
    </Form.List>
  );
}

function BuildFields() {
  return (
    <>
      <Form.Item name="buildName" label={t('buildName')} rules={[filled(t('buildNameWanted'))]} required>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="buildNumber" label={t('buildNumber')} rules={[filled(t('buildNumberWanted'))]} required>
        <Input {...plain} />
      </Form.Item>
      <Form.Item name="projectKey" label={t('project')} extra={t('projectHint')}>
        <Input {...plain} />
      </Form.Item>
      <AdditionFields at={['addition']} />
    </>
  );
}

function PathFields() {
  return (
    <>
      <Form.Item name="paths" label={t('paths')} extra={t('pathsHint')} rules={[filled(t('pathsWanted'))]} required>
        <Input.TextArea autoSize={{ minRows: 4, maxRows: 20 }} spellCheck={false} className="ph-mono" placeholder="libs-local/shop/shop-1.0.jar" />
      </Form.Item>
      <AdditionFields at={['addition']} />
    </>
  );
}

/** Where the files come from: named one by one, by a build, or by queries. */
export function SourceFields() {
  const from = Form.useWatch<ReleaseBundleDraft['from']>('from') ?? newDraft.from;
  return (
    <FormGroup title={t('files')} text={t('filesHelp')}>
      <Form.Item name="from" label={t('filesFrom')} required>
        <Radio.Group options={(['artifacts', 'build', 'queries'] as const).map((value) => ({ value, label: t(`from_${value}`) }))} />
      </Form.Item>
      {from === 'artifacts' ? <PathFields /> : from === 'build' ? <BuildFields /> : <Queries />}
    </FormGroup>
  );
}
