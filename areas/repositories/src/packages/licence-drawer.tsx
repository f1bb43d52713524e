import { query } from '@packhouse/console-kit/console-kit.ts';
import { RecordDrawer } from '@packhouse/console-kit/forms.ts';
import type { Route } from '@packhouse/contract/route.ts';
import { LicenceInput, listLicenceNames, setCustomLicence } from '@packhouse/contract/scanning/scanning-licence-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { Form, Input, Radio, rulesFor } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Version } from './security-parts.tsx';
import { t } from './security-words.ts';

interface Draft {
  license: string;
  where?: 'everywhere' | 'project';
}

interface LicenceDrawerProps {
  version: Version;
  /** Of the repository that keeps the version; null: of none. */
  project: string | null;
  /** It may hold in all projects. */
  everywhere: boolean;
  stale: readonly Route[];
  onClose: () => void;
}

function Fields({ project, everywhere }: Pick<LicenceDrawerProps, 'project' | 'everywhere'>) {
  const list = useId();
  const names = useQuery(query(listLicenceNames, { query: { num_of_rows: 200 } })).data?.data ?? [];
  return (
    <>
      <Form.Item name="license" label={t('licence')} extra={t('licenceHint')} rules={rulesFor(LicenceInput, 'license')} required>
        <Input autoComplete="off" spellCheck={false} className="ph-mono" list={list} />
      </Form.Item>
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {project !== null && everywhere && (
        <Form.Item name="where" label={t('holds')}>
          <Radio.Group
            options={[
              { value: 'everywhere', label: t('holdsEverywhere') },
              { value: 'project', label: t('holdsIn', { project }) },
            ]}
          />
        </Form.Item>
      )}
    </>
  );
}

/** Says which licence a version has, whatever its author wrote. */
export function LicenceDrawer({ version, project, everywhere, stale, onClose }: LicenceDrawerProps) {
  const where = everywhere ? 'everywhere' : 'project';
  return (
    <RecordDrawer<typeof setCustomLicence, Draft>
      before={{ license: '', where }}
      stale={stale}
      title={t('setLicence')}
      submitLabel={t('setAndJudge')}
      save={setCustomLicence}
      input={({ license, where: chosen = where }) => ({
        body: { ...version, license, ...(chosen === 'project' && project !== null ? { projectKey: project } : {}) },
      })}
      onSaved={({ license }) => {
        notify.good(t('licenceSet', { name: license }));
        onClose();
      }}
      onClose={onClose}
    >
      <Fields project={project} everywhere={everywhere} />
    </RecordDrawer>
  );
}
