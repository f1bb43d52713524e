import { Link, useNavigate } from 'react-router';
import { t as shell } from '../console-words.ts';
import { CodeForm } from './code-form.tsx';
import { afterLogin } from './sign-in.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { t } from './sign-in-words.ts';

/** The code that comes after the password. */
export function OtpLoginPage() {
  const navigate = useNavigate();
  return (
    <SignInFrame title={t('otpTitle')} documentTitle={t('otpTitle')} text={t('otpText')}>
      <CodeForm onVerified={(answer) => afterLogin(answer, (path, options) => void navigate(path, options))} />
      <Link to="/login">{shell('backToLogin')}</Link>
    </SignInFrame>
  );
}
