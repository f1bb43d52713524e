import type { Enrolment } from '@packhouse/contract/access/auth-mfa-routes.ts';
import { CopyField } from '@packhouse/ui/core.ts';
import { t } from './sign-in-words.ts';
import './second-factor.css';

/** Shows what an authenticator app needs: to be scanned, or typed. */
export function AuthenticatorSecret({ qrCode, secret }: Pick<Enrolment, 'qrCode' | 'secret'>) {
  return (
    <>
      <img className="second-factor-code" src={qrCode} alt={t('qrAlt')} width={180} height={180} />
      <CopyField label={t('secretKey')} value={secret} />
    </>
  );
}
