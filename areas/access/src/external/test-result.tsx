import { isApiError } from '@packhouse/console-kit/console-kit.ts';
import type { ProviderCheck } from '@packhouse/contract/access/access-oauth-routes.ts';
import { Banner, Button, Section, StatusTag, words } from '@packhouse/ui/core.ts';
import { useState } from 'react';
import { t } from './external-words.ts';
import './external.css';

const names: Record<ProviderCheck['check'], () => string> = {
  discovery: () => t('check_discovery'),
  authorizationAddress: () => t('check_authorizationAddress'),
  signingKeys: () => t('check_signingKeys'),
  clientSecret: () => t('check_clientSecret'),
  certificate: () => t('check_certificate'),
  entryPoint: () => t('check_entryPoint'),
};

const kinds = { good: 'good', bad: 'bad', unknown: 'warning' } as const;

/** A button that tries the settings as they stand in the form, and what came of it. */
export function TestSettings({ run }: { run: () => Promise<readonly ProviderCheck[] | undefined> }) {
  const [busy, setBusy] = useState(false);
  const [checks, setChecks] = useState<readonly ProviderCheck[]>();
  const [failure, setFailure] = useState<string>();
  const test = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      setChecks(await run());
    } catch (error) {
      setChecks(undefined);
      setFailure(isApiError(error) ? error.messages.join(' ') : (error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title={t('test')}>
      <div className="access-test" aria-live="polite">
        <Button icon="activity" loading={busy} onClick={() => void test()}>
          {t('test')}
        </Button>
        {failure && <Banner kind="bad">{failure}</Banner>}
        {checks && checks.length > 0 && (
          <ul aria-label={t('testTitle')}>
            {checks.map(({ check, outcome, ...said }) => (
              <li key={check}>
                <StatusTag kind={kinds[outcome]}>{t(outcome)}</StatusTag>
                <span>{names[check]()}</span>
                {said.message && <span className="ph-muted ph-mono">{words().said(said)}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}
