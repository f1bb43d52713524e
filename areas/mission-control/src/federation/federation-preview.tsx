import { mutation } from '@packhouse/console-kit/console-kit.ts';
import { previewFederation } from '@packhouse/contract/mission-control/federation-routes.ts';
import type { RouteReply } from '@packhouse/contract/route.ts';
import { Banner, Button, Facts, formatNumber, words } from '@packhouse/ui/core.ts';
import { Form, FormGroup } from '@packhouse/ui/form/form.ts';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type FederationDraft, getBody } from './federation-draft.ts';
import { t } from './federation-words.ts';
import './federation.css';

type Target = RouteReply<typeof previewFederation>['targets'][number];

/** What is asked of a draft, and what came of it. */
export interface PreviewWork {
  preview: UseMutationResult<RouteReply<typeof previewFederation>, Error, { body: ReturnType<typeof getBody> }>;
  getQuestion: (draft: Partial<FederationDraft>) => ReturnType<typeof getBody>;
}

export function usePreview(federation: string | undefined, before: FederationDraft): PreviewWork {
  const preview = useMutation(mutation(previewFederation));
  return { preview, getQuestion: (draft) => getBody({ ...before, ...draft }, federation) };
}

/** Asks what would happen, beside the button that lets it happen. */
export function PreviewButton({ work: { preview, getQuestion } }: { work: PreviewWork }) {
  const form = Form.useFormInstance<FederationDraft>();
  const ask = async () => {
    await form.validateFields();
    preview.mutate({ body: getQuestion(form.getFieldsValue(true)) });
  };
  return (
    <Button icon="search" loading={preview.isPending} onClick={() => void ask().catch(() => undefined)}>
      {t('preview')}
    </Button>
  );
}

const outcomes = ['created', 'adopted', 'overwritten', 'parked', 'refused', 'lowered', 'takenBack', 'disabled'] as const;
/** So many names of each are shown. */
const shown = 20;

/** How many there are, and the first of them by name. */
function tellNames(names: readonly string[]): string {
  if (names.length === 0) return t('nothing');
  const first = names.slice(0, shown).join(', ');
  return names.length > shown ? t('namesAndMore', { count: names.length, names: first, more: formatNumber(names.length - shown) }) : first;
}

function TargetPreview({ target: { source, target, error, forecast } }: { target: Target }) {
  return (
    <section aria-label={`${source} → ${target}`}>
      <b>{`${source} → ${target}`}</b>
      {error === null ? (
        <Facts items={outcomes.map((outcome) => [t(outcome), tellNames(forecast[outcome])])} />
      ) : (
        <Banner kind="bad">{words().said(error)}</Banner>
      )}
    </section>
  );
}

/** Tells by name what would happen at each target, before anything is done; it goes when the form says something else. */
export function FederationPreview({ work: { preview, getQuestion } }: { work: PreviewWork }) {
  const form = Form.useFormInstance<FederationDraft>();
  const draft = Form.useWatch((all: FederationDraft) => all, { form, preserve: true });
  const place = useRef<HTMLDivElement>(null);
  const isOld = preview.variables !== undefined && JSON.stringify(preview.variables.body) !== JSON.stringify(getQuestion(draft ?? {}));
  useEffect(() => {
    // The button may be pressed far from here.
    if (preview.data || preview.error) place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [preview.data, preview.error]);
  return (
    <FormGroup title={t('preview')} text={t('previewHelp')}>
      <div ref={place} aria-live="polite" className="mc-preview">
        {isOld && <p className="ph-muted">{t('previewOld')}</p>}
        {!isOld && preview.error && <Banner kind="bad">{preview.error.message}</Banner>}
        {!isOld && preview.data?.targets.map((target) => <TargetPreview key={`${target.source} ${target.target}`} target={target} />)}
      </div>
    </FormGroup>
  );
}
