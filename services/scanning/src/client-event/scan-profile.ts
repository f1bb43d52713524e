import { AppError } from '@packhouse/contract/errors.ts';
import { scanningWords } from '@packhouse/contract/scanning/scanning-words.ts';

/**
 * The profile of every repository of source code: what a platform of ours can judge is what a project depends on; the scanners that look at the source
 * itself belong to clients, need programs that are not here, and report to no call of ours.
 */
export const defaultProfile = {
  profile_name: 'default',
  is_default: true,
  general_config: { report_analytics: true },
  frogbot_config: {},
  modules: [
    {
      module_id: 0,
      module_name: 'default-module',
      path_from_root: '.',
      scan_config: {
        sca_scanner_config: { enable_sca_scan: true },
        contextual_analysis_scanner_config: { enable_ca_scan: false },
        sast_scanner_config: { enable_sast_scan: false },
        secrets_scanner_config: { enable_secrets_scan: false },
        iac_scanner_config: { enable_iac_scan: false },
      },
    },
  ],
};

/** @throws AppError `not_found` */
export function findProfile(name: string): typeof defaultProfile {
  if (name !== defaultProfile.profile_name) throw new AppError(scanningWords.no_scan_profile, { name });
  return defaultProfile;
}
