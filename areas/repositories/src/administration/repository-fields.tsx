import { language } from '@packhouse/console-kit/console-kit.ts';
import { getCard } from '@packhouse/contract/repositories/format-ids.ts';
import type { Repository } from '@packhouse/contract/repositories/repository-routes.ts';
import { CheckField } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, Select } from '@packhouse/ui/form/form.ts';
import { t } from './administration-words.ts';
import { ConnectionTest } from './connection-test.tsx';
import { draftRules } from './draft-rules.ts';
import { FormatPicker } from './format-picker.tsx';
import { SigningFields, TrustFields } from './key-fields.tsx';
import { MemberPicker } from './member-picker.tsx';
import { OfferedUpstream } from './offered-upstream.tsx';
import { ProxyField } from './proxy-field.tsx';
import type { RepositoryDraft } from './repository-draft.ts';

type Field = keyof RepositoryDraft;

interface LineProps {
  name: Field;
  label: string;
  hint?: string;
  mono?: boolean;
  placeholder?: string;
  required?: boolean;
}

function Line({ name, label, hint, mono = false, placeholder, required = false }: LineProps) {
  return (
    <Form.Item name={name} label={label} extra={hint} rules={draftRules(name)} required={required}>
      <Input autoComplete="off" spellCheck={false} placeholder={placeholder} className={mono ? 'ph-mono' : ''} />
    </Form.Item>
  );
}

function Lines({ name, label }: { name: Field; label: string }) {
  return (
    <Form.Item name={name} label={label} rules={draftRules(name)}>
      <Input.TextArea autoSize={{ minRows: 2, maxRows: 10 }} spellCheck={false} className="ph-mono" />
    </Form.Item>
  );
}

function Seconds({ name, label }: { name: Field; label: string }) {
  return (
    <Form.Item name={name} label={label} rules={draftRules(name)}>
      <Input inputMode="numeric" className="repos-number" />
    </Form.Item>
  );
}

function Tick({ name, label }: { name: Field; label: string }) {
  return (
    <Form.Item name={name} valuePropName="checked">
      <Checkbox>{label}</Checkbox>
    </Form.Item>
  );
}

interface RepositoryFieldsProps {
  initial: RepositoryDraft;
  /** The stored repository when an existing one is edited. */
  existing?: Repository;
  clearing?: boolean;
  onClearing?: (clearing: boolean) => void;
}

/** All fields of one class of repository. */
export function RepositoryFields({ initial, existing, clearing = false, onClearing }: RepositoryFieldsProps) {
  const format = Form.useWatch<RepositoryDraft['format']>('format') ?? initial.format;
  const { fields = [], contentKinds } = getCard(format);
  return (
    <>
      <FormGroup title={t('basics')} text={t('basicsHelp')}>
        {!existing && (
          <>
            <Form.Item name="format" label={t('format')} required>
              <FormatPicker />
            </Form.Item>
            <Line
              name="key"
              label={t('key')}
              hint={t('keyHint')}
              required
              mono
              placeholder={`${initial.class === 'virtual' ? format : `${format}-${initial.class}`}`}
            />
          </>
        )}
        <Line name="description" label={t('description')} />
        {contentKinds && <ContentKindField kinds={contentKinds} />}
      </FormGroup>
      {initial.class === 'remote' && <UpstreamFields existing={existing} clearing={clearing} onClearing={onClearing} format={format} />}
      {initial.class === 'virtual' && <MemberFields format={format} existing={existing} />}
      {initial.class === 'local' && fields.includes('snapshots') && <PolicyFields />}
      {initial.class === 'local' && fields.includes('incompleteImages') && (
        <FormGroup title={t('policy')} advanced>
          <Tick name="acceptIncompleteImages" label={t('acceptIncomplete')} />
        </FormGroup>
      )}
      {initial.class === 'local' && <QuotaFields />}
      {initial.class === 'remote' ? <TrustFields format={format} /> : <SigningFields format={format} />}
      <FormGroup title={t('safety')} text={t('safetyHelp')} advanced={initial.class !== 'virtual'}>
        {initial.class === 'virtual' && <Tick name="claims" label={t('claims')} />}
        <Tick name="priorityResolution" label={t('priority')} />
      </FormGroup>
      <FormGroup title={t('patterns')} text={t('patternsHelp')} advanced>
        <Lines name="includePatterns" label={t('include')} />
        <Lines name="excludePatterns" label={t('exclude')} />
      </FormGroup>
      {initial.class === 'remote' && <CachingFields hasChecksumFiles={fields.includes('checksumPolicy')} hasPoms={fields.includes('snapshots')} />}
      <FormGroup title={t('notes')} text={t('notesHint')} advanced>
        <Form.Item name="notes" label={t('notes')} rules={draftRules('notes')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} />
        </Form.Item>
      </FormGroup>
    </>
  );
}

function UpstreamFields({
  format,
  existing,
  clearing,
  onClearing,
}: {
  existing: Repository | undefined;
  clearing: boolean;
  onClearing: ((clearing: boolean) => void) | undefined;
  format: RepositoryDraft['format'];
}) {
  const hasPassword = existing?.class === 'remote' && existing.hasPassword;
  return (
    <FormGroup title={t('upstream')} text={t('upstreamHelp')}>
      <Line name="url" label={t('url')} hint={t('urlHint')} required mono />
      {!existing && <OfferedUpstream format={format} />}
      {getCard(format).fields?.includes('officialNamespace') && <Line name="officialNamespace" label={t('officialNamespace')} hint={t('officialHint')} mono />}
      <Line name="username" label={t('username')} />
      <Form.Item name="password" label={t('password')} extra={hasPassword ? t('passwordKept') : undefined}>
        <Input.Password autoComplete="new-password" disabled={clearing} />
      </Form.Item>
      {hasPassword && onClearing && <CheckField label={t('clearPassword')} checked={clearing} onChange={onClearing} />}
      <ConnectionTest existingKey={existing?.key} />
      <Tick name="offline" label={t('offline')} />
      <Tick name="allowPrivate" label={t('allowPrivate')} />
    </FormGroup>
  );
}

function MemberFields({ format, existing }: { format: RepositoryDraft['format']; existing: Repository | undefined }) {
  return (
    <FormGroup title={t('membersTitle')} text={t('membersHelp')}>
      <Form.Item name="members" rules={draftRules('members')}>
        <MemberPicker format={format} own={existing?.key} />
      </Form.Item>
    </FormGroup>
  );
}

function ContentKindField({ kinds }: { kinds: NonNullable<ReturnType<typeof getCard>['contentKinds']> }) {
  const options = [{ value: '', label: t('allKinds') }, ...Object.entries(kinds).map(([value, label]) => ({ value, label: label[language()] }))];
  return (
    <Form.Item name="contentKind" label={t('contentKind')}>
      <Select options={options} />
    </Form.Item>
  );
}

function PolicyFields() {
  return (
    <FormGroup title={t('policy')}>
      <Tick name="handleReleases" label={t('releases')} />
      <Tick name="handleSnapshots" label={t('snapshots')} />
      <Tick name="takesMisplaced" label={t('takesMisplaced')} />
      <Line name="maxUniqueSnapshots" label={t('maxSnapshots')} hint={t('maxSnapshotsHint')} />
    </FormGroup>
  );
}

function QuotaFields() {
  return (
    <FormGroup title={t('quota')} text={t('quotaHelp')} advanced>
      <Form.Item name="quotaMegabytes" label={t('quotaMegabytes')} extra={t('quotaHint')} rules={draftRules('quotaMegabytes')}>
        <Input inputMode="numeric" className="repos-number" />
      </Form.Item>
      <Tick name="quotaOnlyWarns" label={t('quotaOnlyWarns')} />
    </FormGroup>
  );
}

function ChecksumField() {
  const options = [
    { value: 'generate', label: t('checksumGenerate') },
    { value: 'fail', label: t('checksumFail') },
    { value: 'ignore', label: t('checksumIgnore') },
  ];
  return (
    <Form.Item name="checksumPolicy" label={t('checksumPolicy')} extra={t('checksumHint')}>
      <Select options={options} />
    </Form.Item>
  );
}

function CachingFields({ hasChecksumFiles, hasPoms }: { hasChecksumFiles: boolean; hasPoms: boolean }) {
  return (
    <FormGroup title={t('caching')} text={t('cachingHelp')} advanced>
      <Tick name="storeLocally" label={t('storeLocally')} />
      {hasChecksumFiles && <ChecksumField />}
      {hasPoms && <Tick name="takesMisplaced" label={t('takesMisplaced')} />}
      <Seconds name="metadataSeconds" label={t('metadataSeconds')} />
      <Seconds name="pointerSeconds" label={t('pointerSeconds')} />
      <Seconds name="missedSeconds" label={t('missedSeconds')} />
      <Seconds name="timeoutSeconds" label={t('timeoutSeconds')} />
      <Seconds name="assumedOfflineSeconds" label={t('assumedOfflineSeconds')} />
      <ProxyField />
    </FormGroup>
  );
}
