import { LoadedPage, query, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { RecordForm } from '@packhouse/console-kit/forms.ts';
import {
  createReleaseBundle,
  getReleaseBundle,
  listReleaseBundleFiles,
  listReleaseBundles,
  NewReleaseBundle,
  notesSyntaxes,
  type ReleaseBundle,
  updateReleaseBundle,
} from '@packhouse/contract/distribution/release-bundle-routes.ts';
import { EmptyState, LinkButton, notify, Page } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { paths, releaseBundlePath } from '../distribution-screens.ts';
import { t } from '../distribution-words.ts';
import { Preview } from './preview.tsx';
import { draftAt, getBody, inForm, makeChange, makeDraft, type ReleaseBundleDraft } from './release-bundle-draft.ts';
import { SourceFields } from './source-fields.tsx';
import '../distribution.css';

const breadcrumb = () => [{ label: t('distribution'), to: `${paths.bundles}/source` }];

function Fields({ initial, existing = false }: { initial: ReleaseBundleDraft; existing?: boolean }) {
  return (
    <>
      <FormGroup title={t('basics')}>
        {!existing && (
          <>
            <Form.Item name="name" label={t('name')} extra={t('nameHint')} rules={rulesFor(NewReleaseBundle, 'name')}>
              <Input autoComplete="off" spellCheck={false} />
            </Form.Item>
            <Form.Item name="version" label={t('version')} rules={rulesFor(NewReleaseBundle, 'version')}>
              <Input autoComplete="off" spellCheck={false} className="ph-mono" />
            </Form.Item>
          </>
        )}
        <Form.Item name="description" label={t('description')} rules={rulesFor(NewReleaseBundle, 'description')} required={false}>
          <Input autoComplete="off" />
        </Form.Item>
      </FormGroup>
      <SourceFields />
      <Preview initial={initial} />
      <FormGroup title={t('releaseNotes')}>
        <Form.Item name="syntax" label={t('syntax')} required>
          <Select options={notesSyntaxes.map((value) => ({ value, label: t(value) }))} />
        </Form.Item>
        <Form.Item name="notes" label={t('text')}>
          <Input.TextArea autoSize={{ minRows: 4, maxRows: 20 }} maxLength={100_000} />
        </Form.Item>
      </FormGroup>
      <Form.Item name="sign" valuePropName="checked" extra={t('signAtOnceHint')}>
        <Checkbox>{t('signAtOnce')}</Checkbox>
      </Form.Item>
    </>
  );
}

/** A new version; what its address names stands in the form already. */
export function NewReleaseBundlePage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [initial] = useState(() => draftAt(params));
  const refusal = useRefusal(createReleaseBundle, { on: 'releaseBundle', action: 'deploy' });
  return (
    <RecordForm<typeof createReleaseBundle, ReleaseBundleDraft>
      title={t('newBundle')}
      breadcrumb={breadcrumb()}
      cancelTo={`${paths.bundles}/source`}
      save={createReleaseBundle}
      submitLabel={t('create')}
      refusal={refusal}
      before={initial}
      input={(values) => ({ body: getBody(values) })}
      refuse={inForm}
      stale={[listReleaseBundles]}
      onSaved={(made) => {
        notify.good(t('created_', { name: `${made.name} ${made.version}` }));
        return navigate(releaseBundlePath(made), { replace: true });
      }}
    >
      <Fields initial={initial} />
    </RecordForm>
  );
}

/** An open version, put together anew. */
export function EditReleaseBundlePage() {
  const { name = '', version = '' } = useParams();
  const result = useQuery(query(getReleaseBundle, { params: { name, version }, query: { type: 'source' } }));
  const page = { title: `${name} ${version}`, breadcrumb: breadcrumb(), narrow: true };
  const missing = <EmptyState icon="tag" title={t('noSuchBundle')} action={<LinkButton to={`${paths.bundles}/source`}>{t('allBundles')}</LinkButton>} />;
  const back = <LinkButton to={releaseBundlePath({ name, version })}>{t('backToBundle')}</LinkButton>;
  return (
    <LoadedPage result={result} missing={missing} lines={8} {...page}>
      {(bundle) =>
        bundle.state === 'OPEN' ? (
          <EditForm key={`${name} ${version}`} bundle={bundle} />
        ) : (
          <Page {...page}>
            <EmptyState icon="lock" title={t('signedAlready')} action={back}>
              {t('signedAlreadyHelp')}
            </EmptyState>
          </Page>
        )
      }
    </LoadedPage>
  );
}

function EditForm({ bundle }: { bundle: ReleaseBundle }) {
  const navigate = useNavigate();
  const { name, version, may } = bundle;
  const [initial] = useState(() => makeDraft(bundle));
  return (
    <RecordForm<typeof updateReleaseBundle, ReleaseBundleDraft>
      title={t('editTitle', { name: `${name} ${version}` })}
      breadcrumb={[...breadcrumb(), { label: `${name} ${version}`, to: releaseBundlePath(bundle) }]}
      cancelTo={releaseBundlePath(bundle)}
      save={updateReleaseBundle}
      submitLabel={t('save')}
      refusal={may.change ? undefined : t('needAction', { action: 'deploy' })}
      before={initial}
      input={(values) => ({ params: { name, version }, body: makeChange(values) })}
      refuse={inForm}
      stale={[listReleaseBundles, getReleaseBundle, listReleaseBundleFiles]}
      onSaved={() => {
        notify.good(t('saved', { name: `${name} ${version}` }));
        return navigate(releaseBundlePath(bundle), { replace: true });
      }}
    >
      <Fields initial={initial} existing />
    </RecordForm>
  );
}
