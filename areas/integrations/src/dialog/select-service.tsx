import { Button, Dialog, Icon } from '@packhouse/ui/core.ts';
import { useNavigate } from 'react-router';
import { gitScanningPath } from '../integrations-screens.ts';
import { getProductName } from '../integrations-words.ts';
import { t } from './dialog-words.ts';

/** This can be done with a connection. */
const services = [{ name: 'xray', icon: 'shield' }] as const;

interface SelectServiceProps {
  vendorName: string;
  integrationKey: string;
  onClose: () => void;
}

/** What a connection is to be used for: choosing leads on to where that is set up. */
export function SelectService({ vendorName, integrationKey, onClose }: SelectServiceProps) {
  const navigate = useNavigate();
  const choose = () => {
    onClose();
    void navigate(gitScanningPath({ vcsType: vendorName, integrationId: integrationKey }));
  };
  return (
    <Dialog title={t('selectService')} onClose={onClose} footer={<Button onClick={onClose}>{t('later')}</Button>}>
      <p>{t('selectServiceHelp', { key: integrationKey })}</p>
      <ul className="integration-services">
        {services.map(({ name, icon }) => (
          <li key={name}>
            <button type="button" className="integration-service" onClick={choose}>
              <Icon name={icon} size={24} />
              <span>
                <strong>{getProductName(name)}</strong>
                <span className="ph-muted">{t('xrayHelp')}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
