import type { Session } from '@packhouse/console-kit/session.ts';

export type LogoVariant = 'default' | 'containers' | 'conan' | 'edge' | 'open';

const variants: Record<string, LogoVariant> = { JCR: 'containers', CONAN: 'conan', EDGE: 'edge', EDGE_TRIAL: 'edge', OSS: 'open' };

/** The logo: the user's own first, then the one the footer names, then one by licence. */
export function chooseLogo(facts: {
  userLogo: boolean;
  logoUrl: string | null;
  licenceType: Session['licenceType'];
}): { url: string } | { variant: LogoVariant } {
  if (facts.userLogo) return { url: '/ui/api/v1/ui/logo' };
  if (facts.logoUrl) return { url: facts.logoUrl };
  return { variant: variants[facts.licenceType] ?? 'default' };
}
