import { getCurl, query } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import { listUnitCandidates, listUnits, NewUnit, registerUnit, type Unit, UnitChange, updateUnit } from '@packhouse/contract/mission-control/unit-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Checkbox, checked, Form, FormGroup, Input, Radio, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { cities } from './cities.ts';
import { checkPlace, type DeploymentDraft, getBody, makeChange, makeDraft, newDraft } from './deployment-draft.ts';
import { t } from './topology-words.ts';

const plain = { autoComplete: 'off', spellCheck: false } as const;

/** The server and the schemas speak of a place, the form of its parts. */
function getField(path: string): string {
  if (path === 'location') return 'latitude';
  return path.replace(/^location\./, '').replace(/^tags\..*/, 'tags');
}

function requirePlace(draft: DeploymentDraft): void {
  const fields = checkPlace(draft);
  if (fields.length > 0) throw Object.assign(new Error(fields[0]?.message), { fields });
}

/** A city that is known fills in the rest. */
function PlaceFields() {
  const form = Form.useFormInstance<DeploymentDraft>();
  const list = useId();
  const pick = (typed: string) => {
    const found = cities.find(([name]) => name.toLowerCase() === typed.trim().toLowerCase());
    if (!found) return;
    const [city, country, latitude, longitude] = found;
    form.setFieldsValue({ city, country, latitude: String(latitude), longitude: String(longitude) });
  };
  return (
    <FormGroup title={t('place')}>
      <Form.Item name="city" label={t('city')} extra={t('cityHint')}>
        <Input {...plain} list={list} maxLength={100} onChange={(event) => pick(event.target.value)} />
      </Form.Item>
      <datalist id={list}>
        {cities.map(([name, country]) => (
          <option key={name} value={name}>
            {country}
          </option>
        ))}
      </datalist>
      <div className="mc-place-fields">
        <Form.Item name="country" label={t('country')}>
          <Input {...plain} maxLength={2} placeholder="DE" />
        </Form.Item>
        <span />
        <Form.Item name="latitude" label={t('latitude')}>
          <Input {...plain} inputMode="decimal" placeholder="52.52" />
        </Form.Item>
        <Form.Item name="longitude" label={t('longitude')}>
          <Input {...plain} inputMode="decimal" placeholder="13.4" />
        </Form.Item>
      </div>
      <Form.Item name="tags" label={t('tags')} extra={t('tagsHint')}>
        <Input {...plain} />
      </Form.Item>
    </FormGroup>
  );
}

/** How it is known: by a pairing token, or, where it is a single instance, by user name and password. */
function AccessFields({ candidates }: { candidates: readonly { id: string; name: string; url: string }[] }) {
  const how = Form.useWatch('how', Form.useFormInstance<DeploymentDraft>()) ?? 'paired';
  return (
    <>
      <Form.Item name="how" label={t('how')} required>
        <Radio.Group
          options={[
            { value: 'paired', label: t('byPairing') },
            { value: 'single', label: t('single') },
          ]}
        />
      </Form.Item>
      {how === 'paired' ? (
        <Form.Item name="token" label={t('token')} extra={t('tokenHint')} required={candidates.length === 0}>
          <Input.TextArea {...plain} rows={4} className="ph-mono" />
        </Form.Item>
      ) : (
        <>
          <Form.Item name="url" label={t('address')} extra={t('singleHint')} required>
            <Input {...plain} inputMode="url" placeholder="https://repo.example.com/artifactory" />
          </Form.Item>
          <Form.Item name="userName" label={t('userName')} required>
            <Input {...plain} maxLength={256} />
          </Form.Item>
          <Form.Item name="password" label={t('password')} required>
            <Input.Password autoComplete="new-password" />
          </Form.Item>
        </>
      )}
      <Form.Item name="allowPrivate" valuePropName="checked" extra={t('allowPrivateHint')}>
        <Checkbox>{t('allowPrivate')}</Checkbox>
      </Form.Item>
      {how === 'paired' && candidates.length > 0 && (
        <Form.Item name="peer" label={t('trusted')} extra={t('trustedHint')}>
          <Select allowClear options={candidates.map(({ id, name, url }) => ({ value: id, label: `${name} (${url})` }))} />
        </Form.Item>
      )}
    </>
  );
}

/** Another deployment is known from now on. */
export function RegisterDeployment({ onClose, onRegistered }: { onClose: () => void; onRegistered: (unit: Unit) => void }) {
  const { data } = useQuery(query(listUnitCandidates, {}));
  const candidates = data?.items ?? [];
  const input = (draft: DeploymentDraft) => ({ body: getBody(draft) });
  return (
    <RecordDrawer<typeof registerUnit, DeploymentDraft>
      title={t('register')}
      submitLabel={t('registerIt')}
      save={registerUnit}
      before={newDraft}
      input={input}
      curl={(draft) => getCurl(registerUnit, input({ ...newDraft, ...draft, token: '$PAIRING_TOKEN', password: '$PASSWORD' }))}
      check={(draft) => {
        requirePlace(draft);
        checked(NewUnit, getBody(draft), getField);
      }}
      fieldOf={getField}
      stale={[listUnits, listUnitCandidates]}
      onSaved={(unit) => {
        notify.good(t('registered', { name: unit.name }));
        onClose();
        onRegistered(unit);
      }}
      onClose={onClose}
    >
      <FormGroup title={t('deployment')}>
        <AccessFields candidates={candidates} />
        <Form.Item name="name" label={t('name')} extra={t('nameHint')}>
          <Input {...plain} maxLength={100} />
        </Form.Item>
      </FormGroup>
      <PlaceFields />
    </RecordDrawer>
  );
}

/** What people say of a deployment: its name here, its place, its tags. */
export function EditDeployment({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  return (
    <RecordDrawer<typeof updateUnit, DeploymentDraft>
      title={t('editTitle', { name: unit.name })}
      submitLabel={t('save')}
      save={updateUnit}
      before={makeDraft(unit)}
      input={(draft) => ({ params: { id: unit.id }, body: makeChange(draft) })}
      check={(draft) => {
        requirePlace(draft);
        checked(UnitChange, makeChange(draft), getField);
      }}
      fieldOf={getField}
      stale={[listUnits]}
      onSaved={({ name }) => {
        notify.good(t('saved', { name }));
        onClose();
      }}
      onClose={onClose}
    >
      <FormGroup title={t('deployment')}>
        <Form.Item name="name" label={t('name')} required>
          <Input {...plain} maxLength={100} />
        </Form.Item>
      </FormGroup>
      <PlaceFields />
    </RecordDrawer>
  );
}
