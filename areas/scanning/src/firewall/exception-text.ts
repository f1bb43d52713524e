import type { FirewallException } from '@packhouse/contract/repositories/firewall-routes.ts';
import { t } from './firewall-words.ts';

/** Says what an exception is about. */
export const whatText = ({ package: name, version }: Pick<FirewallException, 'package' | 'version'>) => `${name} ${version || t('allVersions')}`;
