import { LoadedPage, query, useLive } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm, useBaseline } from '@packhouse/console-kit/forms.ts';
import { anonymousUser } from '@packhouse/contract/access/access-names.ts';
import { listPermissions } from '@packhouse/contract/access/access-permission-routes.ts';
import { AccessSettings, readAccessSettings, updateAccessSettings } from '@packhouse/contract/access/access-setting-routes.ts';
import { Banner, notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, NumberInput, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { editPermissionPath, permissionListPath } from '../permissions/permissions-screens.ts';
import { shownName } from '../permissions/wide-names.ts';
import { t } from './settings-words.ts';
import './settings.css';

/** How people get in. */
export function SecuritySettingsPage() {
  const result = useQuery(query(readAccessSettings, {}));
  useLive(['access.setting.'], readAccessSettings);
  return (
    <LoadedPage result={result} title={t('settings')} narrow lines={6}>
      {(settings) => <SettingsForm settings={settings} />}
    </LoadedPage>
  );
}

function SettingsForm({ settings }: { settings: AccessSettings }) {
  const baseline = useBaseline(settings, (one) => one);
  return (
    <RecordForm<typeof updateAccessSettings, AccessSettings>
      title={t('settings')}
      cancelTo="/overview"
      save={updateAccessSettings}
      submitLabel={t('save')}
      baseline={baseline}
      before={baseline.value}
      input={(body) => ({ body })}
      stale={[readAccessSettings]}
      onSaved={() => notify.good(t('saved'))}
    >
      <FormGroup title={t('anonymous')} text={t('anonymousHelp')}>
        <Form.Item name="anonymousAccess" valuePropName="checked" extra={t('anonymousHint')}>
          <Checkbox>{t('allowAnonymous')}</Checkbox>
        </Form.Item>
        <Form.Item name="anonymousUiBlocked" valuePropName="checked" extra={t('blockAnonymousUiHint')}>
          <Checkbox>{t('blockAnonymousUi')}</Checkbox>
        </Form.Item>
        <VisitorPermissions />
      </FormGroup>
      <FormGroup title={t('passwords')} text={t('passwordsHelp')}>
        <Form.Item name="requireSecondFactor" valuePropName="checked" extra={t('requireSecondFactorHint')}>
          <Checkbox>{t('requireSecondFactor')}</Checkbox>
        </Form.Item>
        <Form.Item
          name="passwordExpiryDays"
          label={t('passwordExpiryDays')}
          extra={t('passwordExpiryDaysHint')}
          rules={rulesFor(AccessSettings, 'passwordExpiryDays')}
        >
          <NumberInput />
        </Form.Item>
        <Form.Item
          name="lockAfterFailures"
          label={t('lockAfterFailures')}
          extra={t('lockAfterFailuresHint')}
          rules={rulesFor(AccessSettings, 'lockAfterFailures')}
        >
          <NumberInput />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('clients')} text={t('clientsHelp')}>
        <Form.Item name="basicRealm" label={t('basicRealm')} extra={t('basicRealmHint')} rules={rulesFor(AccessSettings, 'basicRealm')}>
          <Input />
        </Form.Item>
      </FormGroup>
    </RecordForm>
  );
}

/** Shows what visitors get while the switch is on: the permissions that name them. */
function VisitorPermissions() {
  const isOn = Form.useWatch<boolean>('anonymousAccess') ?? false;
  const { data } = useQuery(query(listPermissions, { query: { user: anonymousUser, limit: 20 } }));
  useLive(['access.permission.'], listPermissions);
  if (!data) return null;
  if (data.total === 0)
    return isOn ? <Banner kind="info">{t('noVisitorPermissions')}</Banner> : <p className="ph-muted access-visitors">{t('noVisitorPermissions')}</p>;
  return (
    <div className="access-visitors">
      <p>{isOn ? t('visitorsGet', { count: data.total }) : t('visitorsWouldGet', { count: data.total })}</p>
      <ul>
        {data.items.map(({ name, sections }) => (
          <li key={name}>
            <Link to={editPermissionPath(name)}>{name}</Link>{' '}
            <span className="ph-muted">
              {[
                ...new Set(sections.flatMap((section) => (section.users.some((user) => user.name === anonymousUser) ? section.names.map(shownName) : []))),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {data.total > data.items.length && <Link to={`${permissionListPath}?user=${anonymousUser}`}>{t('allOfThem')}</Link>}
    </div>
  );
}
