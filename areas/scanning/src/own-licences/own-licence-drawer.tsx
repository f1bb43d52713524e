import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import {
  changeOwnLicence,
  createOwnLicence,
  listOwnLicences,
  type OwnLicence,
  OwnLicenceInput,
} from '@packhouse/contract/scanning/scanning-own-licence-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { t } from './own-licence-words.ts';

const newLicence: OwnLicenceInput = { name: '', full_name: '', spellings: [], url: '' };

const makeDraft = ({ author: _author, modified: _modified, versions: _versions, ...input }: OwnLicence): OwnLicenceInput => input;

function Fields({ isNew }: { isNew: boolean }) {
  return (
    <>
      {isNew && (
        <Form.Item name="name" label={t('name')} extra={t('nameHint')} rules={rulesFor(OwnLicenceInput, 'name')} required>
          <Input autoComplete="off" spellCheck={false} className="ph-mono" />
        </Form.Item>
      )}
      <Form.Item name="full_name" label={t('fullName')} rules={rulesFor(OwnLicenceInput, 'full_name')}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="spellings" label={t('spellings')} extra={t('spellingsHint')} rules={rulesFor(OwnLicenceInput, 'spellings')}>
        <Select mode="tags" open={false} suffixIcon={null} />
      </Form.Item>
      <Form.Item name="url" label={t('url')} extra={t('urlHint')} rules={rulesFor(OwnLicenceInput, 'url')}>
        <Input autoComplete="off" spellCheck={false} className="ph-mono" />
      </Form.Item>
    </>
  );
}

/** A new licence, or changes to one. */
export function OwnLicenceDrawer({ licence, onClose }: { licence?: OwnLicence | undefined; onClose: () => void }) {
  const form = {
    before: licence ? makeDraft(licence) : newLicence,
    stale: [listOwnLicences],
    onSaved: ({ name }: OwnLicence) => {
      notify.good(t('saved', { name }));
      onClose();
    },
    onClose,
    children: <Fields isNew={!licence} />,
  };
  if (!licence)
    return (
      <RecordDrawer<typeof createOwnLicence, OwnLicenceInput>
        {...form}
        title={t('describe')}
        submitLabel={t('create')}
        save={createOwnLicence}
        input={(body) => ({ body })}
      />
    );
  const { name } = licence;
  return (
    <RecordDrawer<typeof changeOwnLicence, OwnLicenceInput>
      {...form}
      title={t('editLicence', { name })}
      submitLabel={t('save')}
      save={changeOwnLicence}
      input={(draft) => ({ params: { name }, body: { ...draft, name } })}
    />
  );
}
