import { CodeBlock } from '@packhouse/ui/core.ts';
import { Form, FormGroup, Radio } from '@packhouse/ui/form/form.ts';
import { useState } from 'react';
import { t } from './form-words.ts';
import { keySnippets } from './verify-key-snippets.ts';
import { getVerifySnippets, type SnippetId } from './verify-snippets.ts';
import type { WebhookDraft } from './webhook-draft.ts';

/** How whoever writes the receiver tells that a message is genuine; where nothing is signed, there is nothing to tell it by. */
export function VerifyExample() {
  const kind = Form.useWatch<WebhookDraft['kind']>('kind');
  const signs = Form.useWatch<boolean>('signs') ?? false;
  const signsWithKey = Form.useWatch<boolean>('signsWithKey') ?? false;
  const url = Form.useWatch<string>('url') ?? '';
  const [chosen, setChosen] = useState<SnippetId>();
  if (kind === 'custom-webhook' || !(signs || signsWithKey)) return null;
  const groups = [
    ...(signs ? [{ label: t('withSecret'), snippets: getVerifySnippets(url) }] : []),
    ...(signsWithKey ? [{ label: t('withKey'), snippets: keySnippets }] : []),
  ];
  const all = groups.flatMap(({ snippets }) => snippets);
  const { id, title, file, code } = all.find((one) => one.id === chosen) ?? all[0]!;
  return (
    <FormGroup title={t('verify')} text={t('verifyHelp')}>
      {groups.map(({ label, snippets }) => (
        <Radio.Group
          key={label}
          aria-label={label}
          value={id}
          onChange={({ target }) => setChosen(target.value as SnippetId)}
          options={snippets.map((one) => ({ value: one.id, label: groups.length > 1 ? `${label}: ${one.title}` : one.title }))}
        />
      ))}
      <CodeBlock title={`${title}: ${file}`} code={code} />
    </FormGroup>
  );
}
