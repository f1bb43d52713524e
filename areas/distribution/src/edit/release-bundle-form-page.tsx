import { call, Failure, getCurl, isApiError, query, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
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
import { EmptyState, LinkButton, notify, Page, Skeleton } from '@packhouse/ui/core.ts';
import { Checkbox, Form, FormGroup, FormPage, Input, rulesFor, Select } from '@packhouse/ui/form/form.ts';
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
  const submit = async (values: Partial<ReleaseBundleDraft>) => {
    const made = await call(createReleaseBundle, { body: getBody({ ...initial, ...values }) }).catch((error: unknown) => {
      throw inForm(error);
    });
    await refresh(listReleaseBundles);
    notify.good(t('created_', { name: `${made.name} ${made.version}` }));
    await navigate(releaseBundlePath(made), { replace: true });
  };
  return (
    <FormPage<ReleaseBundleDraft>
      title={t('newBundle')}
      breadcrumb={breadcrumb()}
      initialValues={initial}
      onSubmit={submit}
      submitLabel={t('create')}
      refusal={refusal}
      curl={(values) => getCurl(createReleaseBundle, { body: getBody({ ...initial, ...values }) })}
      cancelTo={`${paths.bundles}/source`}
    >
      <Fields initial={initial} />
    </FormPage>
  );
}

/** An open version, put together anew. */
export function EditReleaseBundlePage() {
  const { name = '', version = '' } = useParams();
  const result = useQuery(query(getReleaseBundle, { params: { name, version }, query: { type: 'source' } }));
  const bundle = result.isPlaceholderData ? undefined : result.data;
  if (bundle?.state === 'OPEN') return <EditForm key={`${name} ${version}`} bundle={bundle} />;
  const back = <LinkButton to={releaseBundlePath({ name, version })}>{t('backToBundle')}</LinkButton>;
  const isMissing = isApiError(result.error) && result.error.status === 404;
  return (
    <Page title={`${name} ${version}`} breadcrumb={breadcrumb()} narrow>
      {bundle ? (
        <EmptyState icon="lock" title={t('signedAlready')} action={back}>
          {t('signedAlreadyHelp')}
        </EmptyState>
      ) : isMissing ? (
        <EmptyState icon="tag" title={t('noSuchBundle')} action={<LinkButton to={`${paths.bundles}/source`}>{t('allBundles')}</LinkButton>} />
      ) : result.error ? (
        <Failure error={result.error} onRetry={() => void result.refetch()} />
      ) : (
        <Skeleton lines={8} shape="fields" />
      )}
    </Page>
  );
}

function EditForm({ bundle }: { bundle: ReleaseBundle }) {
  const navigate = useNavigate();
  const { name, version, may } = bundle;
  const [initial] = useState(() => makeDraft(bundle));
  const whole = (values: Partial<ReleaseBundleDraft>) => makeChange({ ...initial, ...values });
  const submit = async (values: Partial<ReleaseBundleDraft>) => {
    await call(updateReleaseBundle, { params: { name, version }, body: whole(values) }).catch((error: unknown) => {
      throw inForm(error);
    });
    await refresh(listReleaseBundles, getReleaseBundle, listReleaseBundleFiles);
    notify.good(t('saved', { name: `${name} ${version}` }));
    await navigate(releaseBundlePath(bundle), { replace: true });
  };
  return (
    <FormPage<ReleaseBundleDraft>
      title={t('editTitle', { name: `${name} ${version}` })}
      breadcrumb={[...breadcrumb(), { label: `${name} ${version}`, to: releaseBundlePath(bundle) }]}
      initialValues={initial}
      onSubmit={submit}
      submitLabel={t('save')}
      refusal={may.change ? undefined : t('needAction', { action: 'deploy' })}
      curl={(values) => getCurl(updateReleaseBundle, { params: { name, version }, body: whole(values) })}
      cancelTo={releaseBundlePath(bundle)}
    >
      <Fields initial={initial} existing />
    </FormPage>
  );
}
