import { type HookPreset, hookPresets } from '@packhouse/contract/events/hook-presets.ts';
import { Button, ConfirmDelete, Menu } from '@packhouse/ui/core.ts';
import { Form } from '@packhouse/ui/form/form.ts';
import { useState } from 'react';
import { t } from './form-words.ts';
import { newPair, readDraft, type WebhookDraft } from './webhook-draft.ts';

/** What a preset makes of the form: its body and headers, the names of the secrets it asks for, and its kind of address where none stands yet. */
function getPresetFields({ url, headers, secrets, payload }: HookPreset, draft: WebhookDraft): Partial<WebhookDraft> {
  const kept = draft.headers.filter(({ name }) => !headers.some((one) => one.name.toLowerCase() === name.toLowerCase()));
  const missing = secrets.filter((name) => !draft.secrets.some((one) => one.name === name));
  return {
    payload,
    headers: [...kept, ...headers.map(newPair)],
    secrets: [...draft.secrets, ...missing.map((name) => newPair({ name, value: '' }))],
    ...(draft.url.trim() === '' ? { url } : {}),
  };
}

/** Fills the form for receivers that many have; a body of one's own is not replaced unasked. */
export function PresetMenu() {
  const form = Form.useFormInstance<WebhookDraft>();
  const [asking, setAsking] = useState<HookPreset>();
  const use = (preset: HookPreset) => {
    setAsking(undefined);
    form.setFieldsValue(getPresetFields(preset, readDraft(form)));
  };
  const choose = (preset: HookPreset) => {
    const { payload } = readDraft(form);
    const isOwn = payload.trim() !== '' && !hookPresets.some((one) => one.payload === payload);
    if (isOwn) setAsking(preset);
    else use(preset);
  };
  return (
    <>
      <Menu label={t('presets')} entries={hookPresets.map((preset) => ({ label: preset.name, onSelect: () => choose(preset) }))}>
        {(trigger) => (
          <Button size="small" icon="wand" {...trigger}>
            {t('presets')}
          </Button>
        )}
      </Menu>
      {asking && (
        <ConfirmDelete title={t('presetTitle')} action={t('presetAction')} onConfirm={() => use(asking)} onClose={() => setAsking(undefined)}>
          <p>{t('presetText', { name: asking.name })}</p>
        </ConfirmDelete>
      )}
    </>
  );
}
