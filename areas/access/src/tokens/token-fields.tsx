import { useSession } from '@packhouse/console-kit/console-kit.ts';
import { useRepositoryChoices, useUserChoices } from '@packhouse/console-kit/lists.ts';
import { permissionActions } from '@packhouse/contract/access/access-permission-routes.ts';
import { Checkbox, type FieldAria, Form, FormGroup, Input, NumberInput, Radio, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { SearchBox } from '@packhouse/ui/form/search-box.tsx';
import { z } from 'zod';
import { GroupPicker } from '../picking/group-picker.tsx';
import { lives } from './token-draft.ts';
import type { ScopeDraft } from './token-scope.ts';
import { t } from './tokens-words.ts';

const filledIn = (message: string) => [
  {
    validator: async (_: unknown, value: string | readonly string[] = '') => {
      if (value.length === 0) throw new Error(message);
    },
  },
];

const checkedFor = (most: number) => z.object({ days: z.int().min(1).max(most), description: z.string().trim().max(200) });

/** All that is asked about a new token. */
export function TokenFields({ everybody }: { everybody: boolean }) {
  const { administrator } = useSession();
  const life = Form.useWatch<string>('life');
  const limits = checkedFor(administrator ? 3650 : 365);
  return (
    <>
      <FormGroup title={t('purpose')}>
        {everybody && (
          <Form.Item name="userName" required label={t('user')} extra={t('userHint')}>
            <UserChoice />
          </Form.Item>
        )}
        <Form.Item name="description" label={t('description')} extra={t('descriptionHint')} rules={rulesFor(limits, 'description')}>
          <Input autoComplete="off" placeholder={t('descriptionExample')} />
        </Form.Item>
      </FormGroup>
      <FormGroup title={t('lifeTitle')} text={t('lifeHelp')}>
        <Form.Item name="life" required label={t('expires')}>
          <Select options={lives.filter((one) => one !== '0' || administrator).map((value) => ({ value, label: t(`life_${value}`) }))} />
        </Form.Item>
        {life === 'custom' && (
          <Form.Item name="days" label={t('days')} rules={rulesFor(limits, 'days')}>
            <NumberInput />
          </Form.Item>
        )}
      </FormGroup>
      <ScopeFields administrator={administrator} />
      <FormGroup title={t('kinds')} advanced>
        <Form.Item name="includeReferenceToken" valuePropName="checked" extra={t('referenceHint')}>
          <Checkbox>{t('withReference')}</Checkbox>
        </Form.Item>
        <Form.Item name="refreshable" valuePropName="checked" extra={t('refreshHint')}>
          <Checkbox>{t('withRefresh')}</Checkbox>
        </Form.Item>
      </FormGroup>
    </>
  );
}

function ScopeFields({ administrator }: { administrator: boolean }) {
  const powers = Form.useWatch<ScopeDraft['powers']>('powers');
  const options = [
    { value: 'user', label: t('powersUser') },
    ...(administrator ? [{ value: 'administrator', label: t('powersAdministrator') }] : []),
    { value: 'groups', label: t('powersGroups') },
    { value: 'repository', label: t('powersRepository') },
  ];
  return (
    <FormGroup title={t('scope')} text={t('scopeHelp')}>
      <Form.Item name="powers" required label={t('powers')}>
        <Radio.Group options={options} className="access-radios" />
      </Form.Item>
      {powers === 'groups' && (
        <Form.Item name="groups" required label={t('groups')} rules={filledIn(t('chooseGroup'))}>
          {administrator ? <GroupPicker /> : <OwnGroups />}
        </Form.Item>
      )}
      {powers === 'repository' && (
        <>
          <Form.Item name="repository" required label={t('repository')} rules={filledIn(t('chooseRepository'))}>
            <RepositoryChoice />
          </Form.Item>
          <Form.Item name="pattern" label={t('pattern')} extra={t('patternHint')}>
            <Input className="ph-mono" autoComplete="off" spellCheck={false} placeholder="org/acme/**" />
          </Form.Item>
          <Form.Item name="actions" required label={t('actions')} rules={filledIn(t('chooseAction'))}>
            <Checkbox.Group options={permissionActions.map((value) => ({ value, label: t(value) }))} />
          </Form.Item>
        </>
      )}
    </FormGroup>
  );
}

interface ControlProps<Value> extends FieldAria {
  id?: string;
  value?: Value;
  onChange?: (value: Value) => void;
}

function UserChoice({ id, value = '', onChange, ...aria }: ControlProps<string>) {
  return (
    <SearchBox {...aria} id={id} free labelled icon="user" label={t('user')} useChoices={useUserChoices} value={value} onPick={(name) => onChange?.(name)} />
  );
}

function RepositoryChoice({ id, value = '', onChange, ...aria }: ControlProps<string>) {
  return (
    <SearchBox
      {...aria}
      id={id}
      free
      labelled
      icon="repository"
      label={t('repository')}
      useChoices={useRepositoryChoices}
      value={value}
      onPick={(key) => onChange?.(key)}
    />
  );
}

function OwnGroups({ id, value = [], onChange, ...aria }: ControlProps<readonly string[]>) {
  const { groups } = useSession();
  if (groups.length === 0) return <p className="ph-muted">{t('inNoGroup')}</p>;
  return <Checkbox.Group {...aria} {...(id ? { id } : {})} options={[...groups]} value={[...value]} onChange={(names) => onChange?.(names)} />;
}
