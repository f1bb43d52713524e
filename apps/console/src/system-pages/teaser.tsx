import { useSession } from '@packhouse/console-kit/session/session.ts';
import { EmptyState, type IconName, LinkButton, Page } from '@packhouse/ui/core.ts';
import { Navigate } from 'react-router';
import { paths } from '../navigation/landing.ts';
import { t } from '../navigation/navigation-words.ts';

interface TeaserProps {
  title: string;
  icon: IconName;
  /** This is missing; nothing where the thing itself is there. */
  why: 'service' | 'licence' | undefined;
  /** Says so of each. */
  missing: Record<'service' | 'licence', string>;
  text: string;
  /** Where the thing itself is. */
  to: string;
}

/** Explains what something is, where it is not there, with the way to a licence that has it; where it is, the way leads to it. */
export function Teaser({ title, icon, why, missing, text, to }: TeaserProps) {
  const { administrator } = useSession();
  if (!why) return <Navigate to={to} replace />;
  const upgrade = why === 'licence' && administrator && (
    <LinkButton to={paths.licences} kind="primary">
      {t('upgrade')}
    </LinkButton>
  );
  return (
    <Page title={title}>
      <EmptyState icon={icon} title={missing[why]} action={upgrade}>
        {text}
      </EmptyState>
    </Page>
  );
}
