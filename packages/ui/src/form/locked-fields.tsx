import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';

/** Fields that nobody can change here: what they say stays readable, and nothing in them acts. */
export function LockedFields({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider componentDisabled>
      <fieldset disabled className="ph-form-locked">
        {children}
      </fieldset>
    </ConfigProvider>
  );
}
