import { LoadedPage, query } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import { createLdapServer, LdapServer, LdapServerInput, listLdapServers, updateLdapServer } from '@packhouse/contract/access/access-ldap-routes.ts';
import { EmptyState, LinkButton, notify } from '@packhouse/ui/core.ts';
import { Checkbox, checked, Form, FormGroup, Input, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { CertificateNotes } from '../external/certificate-notes.tsx';
import { ProfileRule } from '../external/profile-rule.tsx';
import { ldapPath, serverPath } from './ldap-screens.ts';
import { t } from './ldap-words.ts';
import { getInput, makeDraft, newServer, type ServerDraft } from './server-draft.ts';
import { ServerTest } from './server-test.tsx';

const breadcrumb = () => [{ label: t('ldap'), to: ldapPath }];
const plain = { autoComplete: 'off', spellCheck: false, autoCapitalize: 'none' } as const;

function Authorities({ server }: { server?: LdapServer }) {
  const notes = {
    certificates: server?.authorities ?? [],
    stored: server?.certificateAuthorities ?? '',
    typed: Form.useWatch<string>('certificateAuthorities'),
  };
  const extra = <CertificateNotes hint={t('authoritiesHint')} {...notes} />;
  return (
    <Form.Item name="certificateAuthorities" label={t('authorities')} extra={extra} rules={rulesFor(LdapServerInput, 'certificateAuthorities')}>
      <Input.TextArea className="ph-mono" autoSize={{ minRows: 1, maxRows: 8 }} {...plain} />
    </Form.Item>
  );
}

function ConnectionFields({ server }: { server?: LdapServer }) {
  const managerDn = Form.useWatch<string>('managerDn') ?? '';
  return (
    <>
      <FormGroup title={t('connection')}>
        <Form.Item name="url" label={t('url')} extra={t('urlHint')} rules={rulesFor(LdapServerInput, 'url')}>
          <Input className="ph-mono" {...plain} />
        </Form.Item>
        <Form.Item name="startTls" valuePropName="checked" extra={t('startTlsHint')}>
          <Checkbox>{t('startTls')}</Checkbox>
        </Form.Item>
        <Authorities {...(server ? { server } : {})} />
        <Form.Item name="allowPrivate" valuePropName="checked" extra={t('allowPrivateHint')}>
          <Checkbox>{t('allowPrivate')}</Checkbox>
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('manager')} text={t('managerHelp')}>
        <Form.Item name="managerDn" label={t('managerDn')} rules={rulesFor(LdapServerInput, 'managerDn')}>
          <Input className="ph-mono" placeholder="cn=reader,dc=example,dc=org" {...plain} />
        </Form.Item>
        {managerDn !== '' && (
          <Form.Item
            name="managerPassword"
            label={t('managerPassword')}
            extra={server?.hasManagerPassword ? t('passwordKept') : t('passwordHint')}
            rules={rulesFor(LdapServerInput, 'managerPassword')}
          >
            <Input.Password autoComplete="new-password" spellCheck={false} />
          </Form.Item>
        )}
      </FormGroup>
    </>
  );
}

function UserFields() {
  return (
    <>
      <FormGroup title={t('lookup')} text={t('lookupHelp', { 0: '{0}' })}>
        <Form.Item name="searchBase" label={t('searchBase')} extra={t('searchBaseHint')} rules={rulesFor(LdapServerInput, 'searchBase')}>
          <Input className="ph-mono" {...plain} />
        </Form.Item>
        <Form.Item name="searchFilter" label={t('searchFilter')} rules={rulesFor(LdapServerInput, 'searchFilter')}>
          <Input className="ph-mono" {...plain} />
        </Form.Item>
        <Form.Item name="searchSubtree" valuePropName="checked">
          <Checkbox>{t('searchSubtree')}</Checkbox>
        </Form.Item>
        <Form.Item name="userDnPattern" label={t('pattern')} extra={t('patternHint', { 0: '{0}' })} rules={rulesFor(LdapServerInput, 'userDnPattern')}>
          <Input className="ph-mono" {...plain} />
        </Form.Item>
        <Form.Item name="emailAttribute" label={t('emailAttribute')} rules={rulesFor(LdapServerInput, 'emailAttribute')}>
          <Input className="ph-mono" {...plain} />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('rules')}>
        <Form.Item name="createUsers" valuePropName="checked">
          <Checkbox>{t('createUsers')}</Checkbox>
        </Form.Item>
        <Form.Item name="linkExisting" valuePropName="checked" extra={t('linkExistingHint')}>
          <Checkbox>{t('linkExisting')}</Checkbox>
        </Form.Item>
        <ProfileRule />
      </FormGroup>
    </>
  );
}

function ServerFields({ server, before }: { server?: LdapServer; before: ServerDraft }) {
  return (
    <>
      <FormGroup title={t('use')}>
        {!server && (
          <Form.Item name="key" label={t('key')} extra={t('keyHint')} rules={rulesFor(LdapServer, 'key')}>
            <Input {...plain} autoFocus />
          </Form.Item>
        )}
        <Form.Item name="enabled" valuePropName="checked" extra={t('isEnabledHint')}>
          <Checkbox>{t('isEnabled')}</Checkbox>
        </Form.Item>
      </FormGroup>
      <ConnectionFields {...(server ? { server } : {})} />
      <UserFields />
      <ServerTest before={before} {...(server ? { saved: server.key } : {})} />
    </>
  );
}

/** A new directory server. */
export function NewServerPage() {
  const navigate = useNavigate();
  return (
    <RecordForm<typeof createLdapServer, ServerDraft>
      title={t('newServer')}
      breadcrumb={breadcrumb()}
      cancelTo={ldapPath}
      save={createLdapServer}
      submitLabel={t('create')}
      before={newServer}
      input={(values) => ({ body: { key: values.key, ...getInput(values) } })}
      check={(values) => checked(LdapServerInput, getInput(values))}
      stale={[listLdapServers]}
      onSaved={({ key }) => {
        notify.good(t('serverWas', { name: key }));
        return navigate(serverPath(key), { replace: true });
      }}
    >
      <ServerFields before={newServer} />
    </RecordForm>
  );
}

/** One directory server. */
export function EditServerPage() {
  const { key = '' } = useParams();
  const result = useQuery({ ...query(listLdapServers, {}), select: ({ items }) => items.find((one) => one.key === key) ?? null });
  const missing = <EmptyState icon="network" title={t('noSuch', { name: key })} action={<LinkButton to={ldapPath}>{t('back')}</LinkButton>} />;
  return (
    <LoadedPage result={result} missing={missing} title={key} breadcrumb={breadcrumb()} narrow>
      {(server) => <EditForm key={key} server={server} />}
    </LoadedPage>
  );
}

function EditForm({ server }: { server: LdapServer }) {
  const { key } = server;
  const before = makeDraft(server);
  return (
    <RecordForm<typeof updateLdapServer, ServerDraft>
      title={key}
      breadcrumb={breadcrumb()}
      cancelTo={ldapPath}
      save={updateLdapServer}
      submitLabel={t('save')}
      before={before}
      input={(values) => ({ params: { key }, body: getInput(values) })}
      check={(values) => checked(LdapServerInput, getInput(values))}
      cleared={{ managerPassword: '' }}
      stale={[listLdapServers]}
      onSaved={() => notify.good(t('serverWas', { name: key }))}
    >
      <ServerFields server={server} before={before} />
    </RecordForm>
  );
}
