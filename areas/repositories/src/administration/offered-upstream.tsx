import { query } from '@packhouse/console-kit/console-kit.ts';
import type { FormatId } from '@packhouse/contract/repositories/format-ids.ts';
import { formatOfType, getReposModel } from '@packhouse/contract/repositories/onboarding-routes.ts';
import { Button } from '@packhouse/ui/core.ts';
import { Form } from '@packhouse/ui/form/form.ts';
import { useQuery } from '@tanstack/react-query';
import { t } from './administration-words.ts';
import type { RepositoryDraft } from './repository-draft.ts';

/** Offers the address that is known for a format, for as long as none stands in the form; nothing asks it before somebody takes it. */
export function OfferedUpstream({ format }: { format: FormatId }) {
  const form = Form.useFormInstance<RepositoryDraft>();
  const url = Form.useWatch<string | undefined>('url', form) ?? '';
  const { data } = useQuery(query(getReposModel, { query: {} }));
  const known = data?.repoLayouts.find(({ repoType }) => formatOfType(repoType) === format)?.upstreamUrl;
  if (known === undefined || url.trim() !== '') return null;
  return (
    <p>
      <Button kind="ghost" onClick={() => form.setFieldValue('url', known)}>
        {t('takeUpstream', { url: known })}
      </Button>
    </p>
  );
}
