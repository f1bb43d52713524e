import { EmptyState, LinkButton } from '@packhouse/ui/core.ts';
import { t } from './keys-words.ts';

/** Says what there is instead of an SSH server. */
export function SshNote() {
  return (
    <EmptyState
      icon="terminal"
      title={t('sshTitle')}
      action={<LinkButton to="/admin/artifactory/security/keys_management/gpg_rsa_keys">{t('sshAction')}</LinkButton>}
    >
      {t('sshText')}
    </EmptyState>
  );
}
