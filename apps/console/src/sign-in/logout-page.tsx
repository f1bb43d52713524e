import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from './sign-in.ts';

/** Signs out and leads to sign-in. */
export function LogoutPage() {
  const navigate = useNavigate();
  useEffect(() => {
    void signOut((path, options) => void navigate(path, options));
  }, [navigate]);
  return null;
}
