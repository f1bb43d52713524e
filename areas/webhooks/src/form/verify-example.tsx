import { CodeBlock } from '@packhouse/ui/core.ts';
import { Form, FormGroup, Radio } from '@packhouse/ui/form/form.ts';
import { useState } from 'react';
import { t } from './form-words.ts';
import { getVerifySnippets, type SnippetId } from './verify-snippets.ts';
import type { WebhookDraft } from './webhook-draft.ts';

/** How whoever writes the receiver tells that a message is genuine; where nothing is signed, there is nothing to tell it by. */
export function VerifyExample() {
  const kind = Form.useWatch<WebhookDraft['kind']>('kind');
  const signs = Form.useWatch<boolean>('signs') ?? false;
  const url = Form.useWatch<string>('url') ?? '';
  const [chosen, setChosen] = useState<SnippetId>('node');
  if (kind === 'custom-webhook' || !signs) return null;
  const snippets = getVerifySnippets(url);
  const { title, file, code } = snippets.find(({ id }) => id === chosen)!;
  return (
    <FormGroup title={t('verify')} text={t('verifyHelp')}>
      <Radio.Group
        aria-label={t('language')}
        value={chosen}
        onChange={({ target }) => setChosen(target.value as SnippetId)}
        options={snippets.map((one) => ({ value: one.id, label: one.title }))}
      />
      <CodeBlock title={`${title}: ${file}`} code={code} />
    </FormGroup>
  );
}
