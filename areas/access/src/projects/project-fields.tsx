import { NewProject } from '@packhouse/contract/access/access-project-routes.ts';
import { Checkbox, Form, FormGroup, Input, NumberInput, rulesFor } from '@packhouse/ui/form/form.ts';
import { t } from './projects-words.ts';

/** The fields of a project. What only platform administrators set is shown to others as it stands. */
export function ProjectFields({ isNew, mayBound }: { isNew: boolean; mayBound: boolean }) {
  const privileges = ['manageMembers', 'manageResources', 'indexResources'] as const;
  return (
    <>
      <FormGroup title={t('basics')}>
        <Form.Item name="name" label={t('projectName')} rules={rulesFor(NewProject, 'name')}>
          <Input autoComplete="off" autoFocus={isNew} />
        </Form.Item>
        {isNew && (
          <Form.Item name="key" label={t('key')} extra={t('keyHint')} rules={rulesFor(NewProject, 'key')}>
            <Input className="ph-mono" autoComplete="off" spellCheck={false} />
          </Form.Item>
        )}
        <Form.Item name="description" label={t('description')} rules={rulesFor(NewProject, 'description')}>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('privileges')} text={mayBound ? t('privilegesHelp') : t('onlyPlatform')}>
        {privileges.map((name) => (
          <Form.Item key={name} name={name} valuePropName="checked" extra={t(`${name}Hint`)}>
            <Checkbox disabled={!mayBound}>{t(name)}</Checkbox>
          </Form.Item>
        ))}
      </FormGroup>
      <FormGroup title={t('quota')} text={mayBound ? t('quotaHelp') : t('onlyPlatform')}>
        <Form.Item name="quota" label={t('quotaSize')} rules={[{ type: 'number', min: 0.001, message: t('quotaPositive') }]}>
          <NumberInput disabled={!mayBound} suffix="GB" />
        </Form.Item>
        <Form.Item name="softLimit" valuePropName="checked" extra={t('softLimitHint')}>
          <Checkbox disabled={!mayBound}>{t('softLimit')}</Checkbox>
        </Form.Item>
        <Form.Item name="quotaNotification" valuePropName="checked">
          <Checkbox disabled={!mayBound}>{t('quotaNotification')}</Checkbox>
        </Form.Item>
      </FormGroup>
    </>
  );
}
