import { LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import * as routes from '@packhouse/contract/access/access-ldap-routes.ts';
import { EmptyState, LinkButton, notify } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { groupSettingPath, importPath, ldapPath } from './ldap-screens.ts';
import { t } from './ldap-words.ts';

type Setting = routes.LdapGroupSetting;

const { LdapGroupSetting } = routes;
const breadcrumb = () => [{ label: t('ldap'), to: ldapPath }];
const plain = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none', className: 'ph-mono' } as const;
const newSetting = (serverKey: string): Setting => ({ ...routes.LdapGroupSettingInput.parse({ serverKey: serverKey || 'x' }), serverKey, key: '' });

function GroupFields({ servers, isNew }: { servers: readonly routes.LdapServer[]; isNew: boolean }) {
  const strategy = Form.useWatch<Setting['strategy']>('strategy');
  return (
    <>
      <FormGroup title={t('use')}>
        {isNew && (
          <Form.Item name="key" label={t('key')} extra={t('keyHint')} rules={rulesFor(LdapGroupSetting, 'key')}>
            <Input autoComplete="off" spellCheck={false} autoCapitalize="none" autoFocus />
          </Form.Item>
        )}
        <Form.Item name="serverKey" label={t('server')} rules={rulesFor(LdapGroupSetting, 'serverKey')}>
          <Select options={servers.map(({ key }) => ({ value: key, label: key }))} />
        </Form.Item>
        <Form.Item name="enabled" valuePropName="checked">
          <Checkbox>{t('isGroupEnabled')}</Checkbox>
        </Form.Item>
        <Form.Item name="strategy" label={t('strategy')} required>
          <Select options={routes.LdapGroupStrategy.options.map((value) => ({ value, label: t(`strategy_${value}`) }))} />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('place')}>
        <Form.Item name="searchBase" label={t('searchBase')} extra={t('searchBaseHint')} rules={rulesFor(LdapGroupSetting, 'searchBase')}>
          <Input {...plain} />
        </Form.Item>
        <Form.Item name="searchSubtree" valuePropName="checked">
          <Checkbox>{t('searchSubtree')}</Checkbox>
        </Form.Item>
        <Form.Item required name="filter" label={t('filter')} rules={rulesFor(LdapGroupSetting, 'filter')}>
          <Input {...plain} />
        </Form.Item>
        <Form.Item required name="nameAttribute" label={t('nameAttribute')} rules={rulesFor(LdapGroupSetting, 'nameAttribute')}>
          <Input {...plain} />
        </Form.Item>
        {strategy !== 'hierarchy' && (
          <Form.Item
            required
            name="memberAttribute"
            label={t('memberAttribute')}
            extra={t('memberAttributeHint')}
            rules={rulesFor(LdapGroupSetting, 'memberAttribute')}
          >
            <Input {...plain} />
          </Form.Item>
        )}
        <Form.Item name="descriptionAttribute" label={t('descriptionAttribute')} rules={rulesFor(LdapGroupSetting, 'descriptionAttribute')}>
          <Input {...plain} />
        </Form.Item>
      </FormGroup>
    </>
  );
}

/** A new place where a directory keeps groups. */
export function NewGroupSettingPage() {
  const servers = useQuery(query(routes.listLdapServers, {}));
  return (
    <LoadedPage result={servers} title={t('newGroupSetting')} breadcrumb={breadcrumb()} narrow>
      {({ items }) => <NewForm servers={items} />}
    </LoadedPage>
  );
}

function NewForm({ servers }: { servers: readonly routes.LdapServer[] }) {
  const navigate = useNavigate();
  return (
    <RecordForm<typeof routes.createLdapGroupSetting, Setting>
      title={t('newGroupSetting')}
      breadcrumb={breadcrumb()}
      cancelTo={ldapPath}
      save={routes.createLdapGroupSetting}
      submitLabel={t('create')}
      before={newSetting(servers[0]?.key ?? '')}
      input={(body) => ({ body })}
      stale={[routes.listLdapGroupSettings]}
      onSaved={({ key }) => {
        notify.good(t('serverWas', { name: key }));
        return navigate(groupSettingPath(key), { replace: true });
      }}
    >
      <GroupFields servers={servers} isNew />
    </RecordForm>
  );
}

/** One place where a directory keeps groups. */
export function EditGroupSettingPage() {
  const { key = '' } = useParams();
  const servers = useQuery(query(routes.listLdapServers, {}));
  const setting = useQuery({ ...query(routes.listLdapGroupSettings, {}), select: ({ items }) => items.find((one) => one.key === key) ?? null });
  const missing = <EmptyState icon="group" title={t('noSuch', { name: key })} action={<LinkButton to={ldapPath}>{t('back')}</LinkButton>} />;
  const page = { title: key, breadcrumb: breadcrumb(), narrow: true };
  return (
    <LoadedPage result={servers} {...page}>
      {({ items }) => (
        <LoadedPage result={setting} missing={missing} {...page}>
          {(before) => <EditForm key={key} before={before} servers={items} />}
        </LoadedPage>
      )}
    </LoadedPage>
  );
}

function EditForm({ before, servers }: { before: Setting; servers: readonly routes.LdapServer[] }) {
  const { key } = before;
  return (
    <RecordForm<typeof routes.updateLdapGroupSetting, Setting>
      title={key}
      breadcrumb={breadcrumb()}
      actions={
        <LinkButton to={importPath(key)} icon="download">
          {t('importGroups')}
        </LinkButton>
      }
      cancelTo={ldapPath}
      save={routes.updateLdapGroupSetting}
      submitLabel={t('save')}
      before={before}
      input={(body) => ({ params: { key }, body })}
      stale={[routes.listLdapGroupSettings]}
      onSaved={() => notify.good(t('serverWas', { name: key }))}
    >
      <GroupFields servers={servers} isNew={false} />
    </RecordForm>
  );
}
