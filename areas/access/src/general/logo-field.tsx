import { call, isApiError, refresh, useRefusal } from '@packhouse/console-kit/console-kit.ts';
import { readGeneralSettings, readLogo, removeLogo, uploadLogo } from '@packhouse/contract/access/access-general-routes.ts';
import { maxLogoBytes } from '@packhouse/contract/access/logo-limit.ts';
import { Button, notify } from '@packhouse/ui/core.ts';
import { Form } from '@packhouse/ui/form/form.ts';
import { useRef, useState } from 'react';
import { t } from './general-words.ts';
import './general.css';

const size = maxLogoBytes / 1024;

/** The bytes of a file in base64. */
async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/** The logo: what is up, and a file to put up in its place. It takes effect at once, apart from the rest of the form. */
export function LogoField({ hasLogo }: { hasLogo: boolean }) {
  const refusal = useRefusal(uploadLogo);
  const file = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLSpanElement>(null);
  const [version, setVersion] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const change = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      await refresh(readGeneralSettings);
      setVersion(version + 1);
      notify.good(done);
    } catch (error) {
      setProblem(isApiError(error) ? (error.fields[0]?.message ?? error.message) : (error as Error).message);
      chooser.current?.querySelector('button')?.focus();
    } finally {
      setBusy(false);
    }
  };
  const take = async (chosen: File | undefined) => {
    if (file.current) file.current.value = '';
    if (!chosen) return;
    if (chosen.size > maxLogoBytes) return setProblem(t('tooLarge', { size }));
    await change(async () => call(uploadLogo, { body: { data: await readBase64(chosen) } }), t('logoSaved'));
  };
  return (
    <Form.Item label={t('logo')} required={false} extra={t('logoHint', { size })} {...(problem ? { validateStatus: 'error' as const, help: problem } : {})}>
      <div className="access-logo">
        {hasLogo && <img src={`${readLogo.url}?v=${version}`} alt={t('currentLogo')} />}
        <input
          ref={file}
          type="file"
          accept="image/png,image/jpeg,image/svg+xml"
          aria-label={t('logo')}
          tabIndex={-1}
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <span ref={chooser}>
          <Button icon="upload" loading={busy} refusal={refusal} onClick={() => file.current?.click()}>
            {t('chooseLogo')}
          </Button>
        </span>
        {hasLogo && (
          <Button loading={busy} refusal={refusal} onClick={() => void change(() => call(removeLogo, {}), t('logoRemoved'))}>
            {t('removeLogo')}
          </Button>
        )}
      </div>
    </Form.Item>
  );
}
