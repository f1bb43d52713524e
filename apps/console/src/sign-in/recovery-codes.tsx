import { Banner, Button, CopyButton } from '@packhouse/ui/core.ts';
import { t } from './sign-in-words.ts';
import './second-factor.css';

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes, doneLabel, onDone }: { codes: readonly string[]; doneLabel: string; onDone: () => void }) {
  return (
    <div className="second-factor-codes">
      <Banner kind="warning">{t('codesText')}</Banner>
      <ul aria-label={t('codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="second-factor-buttons">
        <CopyButton value={codes.join('\n')} what={t('codesTitle')} />
        <Button kind="primary" onClick={onDone}>
          {doneLabel}
        </Button>
      </div>
    </div>
  );
}
