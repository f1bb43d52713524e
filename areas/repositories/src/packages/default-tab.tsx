import { defaultVersionTab } from '@packhouse/contract/repositories/package-search.ts';
import { Navigate } from 'react-router';
import { versionPath } from './package-path.ts';
import { useVersion } from './version-page.tsx';

/** Goes on to the tab that versions of this format open on. */
export function DefaultTab() {
  const { version, format } = useVersion();
  return <Navigate to={versionPath(version.packageId, version.name, defaultVersionTab(format))} replace />;
}
