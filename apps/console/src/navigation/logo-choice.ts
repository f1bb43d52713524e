import type { Session } from '@packhouse/console-kit/session/session.ts';

export type LogoVariant = 'default' | 'containers' | 'recipes' | 'edge' | 'open';

const variants: Record<string, LogoVariant> = { JCR: 'containers', CONAN: 'recipes', EDGE: 'edge', EDGE_TRIAL: 'edge', OSS: 'open' };

/** A picture by its address, or one of the drawings. */
export type LogoSource = { url: string } | { variant: LogoVariant };

/** The logo: the user's own first, then the one the footer names, then one by licence. */
export function chooseLogo(facts: { userLogo: boolean; logoUrl: string | null; licenceType: Session['licenceType'] }): LogoSource {
  if (facts.userLogo) return { url: '/ui/api/v1/ui/logo' };
  if (facts.logoUrl) return { url: facts.logoUrl };
  return { variant: variants[facts.licenceType] ?? 'default' };
}
